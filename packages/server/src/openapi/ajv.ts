import { Ajv2020, type Options } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { boundItems } from "./boundedItems.ts";

/** OpenAPI formats that add no check to the type. */
const UNCHECKED = ["int32", "int64", "float", "double", "password", "binary", "byte"];

/** Ajv configured for the contract: JSON Schema 2020-12, all errors at once (see boundItems), formats checked. */
export function newAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({ ...options, strict: false, allErrors: true, discriminator: true, validateSchema: false });
  formats.default(ajv);
  boundItems(ajv);
  const { validate: isDate } = formats.default.get("date") as { validate: (text: string) => boolean };
  ajv.addFormat("date", (text) => isDate(text) && !text.startsWith("0000")); // PostgreSQL has no year 0
  for (const name of UNCHECKED) ajv.addFormat(name, true);
  ajv.addFormat("uint256", { type: "number", validate: (value: number) => value >= 0 && value <= 2 ** 256 }); // rounded
  return ajv;
}
