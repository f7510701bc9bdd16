import { METHODS, serverOf, type ApiDocument, type OperationObject, type ParameterObject } from "./document.ts";

/** A JSON Schema of a dereferenced document. */
type Schema = Readonly<Record<string, unknown>>;

/** Name → true, or the fields of the value; `*` are the values of a dictionary. */
export type FieldTree = { readonly [name: string]: true | FieldTree };

/**
 * Renders reads.json: every operation of the data API that an access key may call and that only reads (GET, or
 * `x-read-only`), without aliases (`x-alias-of`) and streams, with its parameters and the fields of its response. Takes the
 * dereferenced document.
 */
export function renderReads(document: ApiDocument): string {
  const reads = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation: ReadObject | undefined = item[method];
      if (operation === undefined || serverOf(item, operation, document) !== "api") return [];
      return isRead(method, operation, document) ? [listRead({ method, path, item, operation })] : [];
    }),
  );
  return JSON.stringify(reads);
}

interface ReadObject extends OperationObject {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly "x-stability"?: string;
  readonly "x-read-only"?: boolean;
  readonly "x-alias-of"?: string;
}

interface DescribedParameter extends ParameterObject {
  readonly description?: string;
  readonly example?: unknown;
}

function isRead(method: string, operation: ReadObject, document: ApiDocument): boolean {
  const security = operation.security ?? document.security ?? [];
  const isKeyed = security.some((requirement) => "AccessKey" in requirement);
  const isOnce = contentOf(operation.responses["200"]) !== undefined && operation["x-alias-of"] === undefined;
  return isKeyed && isOnce && (method === "get" || operation["x-read-only"] === true);
}

interface Found {
  readonly method: string;
  readonly path: string;
  readonly item: ApiDocument["paths"][string];
  readonly operation: ReadObject;
}

function listRead({ method, path, item, operation }: Found) {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])] as readonly DescribedParameter[];
  const body = contentOf(operation.requestBody);
  const response = contentOf(operation.responses["200"]);
  return {
    id: operation.operationId,
    method,
    path,
    group: operation.tags?.[0] ?? "",
    units: operation["x-units"] ?? 0,
    isUnstable: operation["x-stability"] === "unstable",
    summary: operation.summary ?? "",
    description: operation.description?.trim() ?? "",
    parameters: parameters
      .filter((parameter) => parameter.in === "query" || parameter.in === "path")
      .map(({ name, in: location, required = false, description = "", schema = {}, example }) => ({
        name,
        in: location,
        required,
        description: description.trim(),
        schema,
        example,
      })),
    body: body && { schema: body.schema, examples: valuesOf(body.examples) },
    fields: fieldsOf(response?.schema ?? {}),
    isList: isList(response?.schema ?? {}),
  };
}

interface MediaType {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

const contentOf = (part: { readonly content?: Readonly<Record<string, unknown>> } | undefined): MediaType | undefined =>
  part?.content?.["application/json"] as MediaType | undefined;

const valuesOf = (examples: MediaType["examples"] = {}): unknown[] => Object.values(examples).map(({ value }) => value);

/** Whether a schema is a list, or an object with one. */
const isList = (schema: Schema): boolean =>
  partsOf(schema).some((part) => {
    const members = Object.values((part["properties"] ?? {}) as Readonly<Record<string, Schema>>);
    return part["type"] === "array" || members.some((member) => partsOf(member).some(({ type }) => type === "array"));
  });

/** Fields of a response; of a list, those of its elements; of a union, those of all of its members. */
function fieldsOf(schema: Schema): FieldTree {
  const parts = partsOf(schema);
  const fields: Record<string, true | FieldTree> = {};
  for (const part of parts) {
    const { properties = {}, additionalProperties } = part as { properties?: Schema; additionalProperties?: unknown };
    const members = Object.entries(properties) as [string, Schema][];
    if (isSchema(additionalProperties)) members.push(["*", additionalProperties]);
    for (const [name, member] of members) fields[name] = join(fields[name], fieldsOf(member));
  }
  return fields;
}

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;

function join(known: true | FieldTree | undefined, found: FieldTree): true | FieldTree {
  if (Object.keys(found).length === 0) return known ?? true;
  return known === undefined || known === true ? found : { ...known, ...found };
}

function partsOf(schema: Schema): Schema[] {
  const lists = ["allOf", "anyOf", "oneOf", "prefixItems"].flatMap((key) => (schema[key] ?? []) as Schema[]);
  const inner = isSchema(schema["items"]) ? [...lists, schema["items"]] : lists;
  return [schema, ...inner.flatMap(partsOf)];
}
