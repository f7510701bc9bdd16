import { maskMismatch } from "./applyMask.ts";
import type { FieldMask } from "./parseMask.ts";

/** The parts of a dereferenced JSON Schema that are read. */
export interface MaskedSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, MaskedSchema>>;
  readonly items?: MaskedSchema | boolean;
  readonly prefixItems?: readonly MaskedSchema[];
  readonly allOf?: readonly MaskedSchema[];
  readonly anyOf?: readonly MaskedSchema[];
  readonly oneOf?: readonly MaskedSchema[];
}

/**
 * Checks a mask against the response schema, before the handler runs. What a schema leaves open is left to applyMask.
 * @throws ServiceError mask_error if a mask selects fields of a value that never has any.
 */
export function assertMaskFits(mask: FieldMask, schema: MaskedSchema, name = "the response"): void {
  const parts = listParts(schema);
  const types = new Set(parts.flatMap(({ type = "object" }) => type));
  types.delete("null");
  const [type] = types;
  if (type !== undefined && !types.has("object") && !types.has("array"))
    throw maskMismatch(name, type === "integer" ? "number" : type);
  for (const [field, inner] of mask) {
    if (inner === true) continue;
    const members = parts.flatMap(({ properties }) => properties?.[field] ?? []);
    if (members.length > 0) assertMaskFits(inner, { anyOf: members }, `'${field}'`);
  }
}

/** The schemas of a list's items, and of `allOf`, `anyOf` and `oneOf`. */
function listParts(schema: MaskedSchema): MaskedSchema[] {
  const { items, prefixItems = [], allOf = [], anyOf = [], oneOf = [] } = schema;
  const inner = [...allOf, ...anyOf, ...oneOf, ...prefixItems, ...(typeof items === "object" ? [items] : [])];
  const own = schema.properties !== undefined || inner.length === 0 ? [schema] : [];
  return [...own, ...inner.flatMap(listParts)];
}
