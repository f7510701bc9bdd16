import { ServiceError } from "./errors.ts";
import type { FieldMask } from "./parseMask.ts";

/** What is read of a schema; dereferenced. */
export interface MaskedSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, MaskedSchema>>;
  readonly additionalProperties?: MaskedSchema | boolean;
  readonly items?: MaskedSchema;
  readonly allOf?: readonly MaskedSchema[];
  readonly anyOf?: readonly MaskedSchema[];
  readonly oneOf?: readonly MaskedSchema[];
}

/**
 * Checks a mask against what an operation answers, before there is an answer: applyMask would find the same in it.
 * @throws ServiceError mask_error when the mask asks for fields of something that never has any.
 */
export function assertMaskFits(mask: FieldMask, schema: MaskedSchema, name = "the answer"): void {
  if (isScalar(schema)) throw new ServiceError("mask_error", `X-Fields: ${name} has no fields`);
  for (const [field, inner] of mask) {
    if (inner === true) continue;
    const [first, ...others] = listFields(schema, field);
    if (first !== undefined && others.length === 0) assertMaskFits(inner, first, `'${field}'`);
    else if (first !== undefined && [first, ...others].every(isScalar)) assertMaskFits(inner, first, `'${field}'`);
  }
}

/** Whether no value of a schema is an object or a list of them. What a schema leaves open may be. */
function isScalar({ type, items, allOf = [], anyOf = [], oneOf = [] }: MaskedSchema): boolean {
  if (allOf.some(isScalar)) return true;
  const branches = [...anyOf, ...oneOf];
  if (branches.length > 0 && branches.every(isScalar)) return true;
  const types = type === undefined ? [] : [type].flat();
  if (types.length === 0 || types.includes("object")) return false;
  return !types.includes("array") || (items !== undefined && isScalar(items));
}

/** What a schema, or one of those that it is made of, says of a field. */
function listFields(schema: MaskedSchema, field: string): MaskedSchema[] {
  const { properties = {}, additionalProperties, items, allOf = [], anyOf = [], oneOf = [] } = schema;
  const parts = [...allOf, ...anyOf, ...oneOf, ...(items ? [items] : [])];
  const nested = parts.flatMap((part) => listFields(part, field));
  if (Object.hasOwn(properties, field)) return [properties[field]!, ...nested];
  return typeof additionalProperties === "object" ? [additionalProperties, ...nested] : nested;
}
