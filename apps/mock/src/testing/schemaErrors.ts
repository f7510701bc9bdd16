import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import formats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";

const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, logger: false });
formats.default(ajv);
const contract = await readFile(fileURLToPath(import.meta.resolve("@portico/contract/openapi.json")), "utf8");
ajv.addSchema(JSON.parse(contract) as object, "contract");

/**
 * Validates against the contract itself, not the mock's form of it: violations of a value against the schema at a JSON
 * pointer; empty if valid.
 */
export function schemaErrors(pointer: string, value: unknown): string[] {
  // a pointer in a URI fragment is percent-encoded
  const validate = ajv.getSchema(`contract${encodeURI(pointer).replaceAll("+", "%2B")}`);
  if (validate === undefined) throw new Error(`No schema at ${pointer}`);
  if (validate(value) === true) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
