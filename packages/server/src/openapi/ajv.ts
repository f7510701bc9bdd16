import { Ajv2020, type Options } from "ajv/dist/2020.js";
import formats from "ajv-formats";

/** OpenAPI formats that add no check to the type. */
const UNCHECKED = ["int32", "int64", "float", "double", "password", "binary", "byte"];

/**
 * Ajv configured for the contract: JSON Schema 2020-12, formats checked. It collects all errors, so the number of a
 * body's values is limited before (assertFewValues).
 */
export function newAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({ ...options, strict: false, allErrors: true, discriminator: true, validateSchema: false });
  formats.default(ajv);
  const { validate: isDate } = formats.default.get("date") as { validate: (text: string) => boolean };
  ajv.addFormat("date", (text) => isDate(text) && !text.startsWith("0000")); // PostgreSQL has no year 0
  for (const name of UNCHECKED) ajv.addFormat(name, true);
  ajv.addFormat("uint256", { type: "number", validate: (value: number) => value >= 0 && value <= 2 ** 256 }); // rounded
  return ajv;
}
