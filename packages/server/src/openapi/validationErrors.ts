import type { ErrorObject } from "ajv/dist/2020.js";
import { invalidParams, printable, type ServiceError } from "../problem/errors.ts";

/** Maximum number of validation errors per request. */
const MAX_ERRORS = 20;

/**
 * Converts Ajv's errors to parameter → message; the first error of each of at most MAX_ERRORS parameters. Errors inside a
 * list that is too long are omitted.
 * @param earlier - Errors found before Ajv ran, which then saw no such parameter: they are more precise.
 */
export function toValidationError(
  errors: readonly ErrorObject[],
  earlier: Readonly<Record<string, string>>,
): ServiceError {
  const described: Record<string, string> = { ...earlier };
  let left = MAX_ERRORS - Object.keys(earlier).length;
  let tooLong: string | undefined; // Ajv reports a list before its entries
  for (const error of errors) {
    if (left <= 0) break;
    if (error.keyword === "if") continue; // only repeats that the `then` or `else` schema failed
    if (tooLong !== undefined && error.instancePath.startsWith(`${tooLong}/`)) continue;
    if (error.keyword === "maxItems") tooLong = error.instancePath;
    const name = nameOf(error);
    if (Object.hasOwn(described, name)) continue;
    described[name] = describe(error);
    left--;
  }
  return invalidParams(described);
}

/** `/query/limit` is `limit`, `/requestBody/tx/to` is `tx.to`. */
function nameOf({ instancePath, keyword, params }: ErrorObject): string {
  const [, location, ...path] = instancePath.split("/");
  const missing: unknown = keyword === "required" ? params["missingProperty"] : undefined;
  const names = typeof missing === "string" ? [...path, missing] : path;
  if (names.length > 0 && names[0] !== "requestBody") return names.join(".");
  return location === undefined || location === "requestBody" || names[0] === "requestBody" ? "body" : location;
}

function describe({ keyword, params, message }: ErrorObject): string {
  const limit = String(params["limit"]);
  switch (keyword) {
    case "required":
      return "is required";
    case "type":
      return `must be of type ${String(params["type"])}`;
    case "enum":
      return `must be one of ${(params["allowedValues"] as unknown[]).join(", ")}`;
    case "minimum":
      return `must be at least ${limit}`;
    case "maximum":
      return `must be at most ${limit}`;
    case "minItems":
      return `needs at least ${limit} entries`;
    case "maxItems":
      return `must have at most ${limit} entries`;
    case "maxLength":
      return `must have at most ${limit} characters`;
    case "pattern":
      return "does not match the contract's pattern";
    case "format":
      return params["format"] === "date"
        ? "must be a date such as 2025-11-21"
        : `must be a ${String(params["format"])}`;
    case "additionalProperties":
      return `has an unknown field: ${printable(String(params["additionalProperty"]))}`;
    default:
      return message ?? "is not valid";
  }
}
