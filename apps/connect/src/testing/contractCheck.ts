import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { newAjv } from "@portico/server";
import type { ValidateFunction } from "ajv/dist/2020.js";

interface ResponseObject {
  readonly headers?: Readonly<Record<string, { readonly schema?: object; readonly required?: boolean }>>;
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}
type Item = Readonly<Record<string, { readonly responses?: Readonly<Record<string, ResponseObject>> }>>;

/** Optional headers of a response. */
const OPTIONAL = new Set(["RateLimit", "RateLimit-Policy", "Retry-After"]);

/** Statuses that HTTP allows at every path, in addition to those of the contract. */
const EVERYWHERE = new Set([204, 405]);

const { paths } = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve("@portico/contract/openapi.connect.json")), "utf8"),
) as { paths: Readonly<Record<string, Item>> };

const ajv = newAjv();
const compiled = new WeakMap<object, ValidateFunction>();

/** Throws if a response differs from the contract: its status, media type, headers or body. */
export async function assertContract(method: string, path: string, response: Response): Promise<void> {
  const operation = paths[path]?.[method.toLowerCase()];
  if (operation === undefined || method === "HEAD") return;
  const declared = operation.responses?.[response.status] ?? operation.responses?.["default"];
  if (declared === undefined && EVERYWHERE.has(response.status)) return;
  if (declared === undefined) throw new Error(`${method} ${path}: status ${response.status} is not declared`);
  for (const [name, { schema = {}, required }] of Object.entries(declared.headers ?? {})) {
    const value = response.headers.get(name);
    if (value === null && required !== true && OPTIONAL.has(name)) continue;
    if (value === null) throw new Error(`${method} ${path} ${response.status}: header ${name} is missing`);
    const isNumber = (schema as { type?: string }).type === "integer";
    assertSchema(`${method} ${path} ${response.status} ${name}`, schema, isNumber ? Number(value) : value);
  }
  const text = await response.clone().text();
  if (declared.content === undefined) return;
  const type = (response.headers.get("content-type") ?? "").split(";", 1)[0] ?? "";
  const schema = declared.content[type]?.schema;
  if (schema === undefined) throw new Error(`${method} ${path} ${response.status}: ${type} is not declared`);
  assertSchema(`${method} ${path} ${response.status}`, schema, type.endsWith("json") ? JSON.parse(text) : text);
}

function assertSchema(what: string, schema: object, value: unknown): void {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  if (!validate(value)) throw new Error(`${what}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`);
}
