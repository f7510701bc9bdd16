import { uint256Properties } from "@portico/contract";

const MARK = "exact-integer:";
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, "g");
const INTEGER = /^-?\d+$/;
/** Schema keywords that compare numbers. */
const LIMITS: ReadonlySet<string> = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
]);
const EXACT: ReadonlySet<string> = new Set(uint256Properties);

/** An object that must be empty, which Prism's generator fills unless both are set. */
const EMPTY = { maxProperties: 0, additionalProperties: false } as const;

/**
 * Parses an OpenAPI document, with integers beyond a double's precision as marked strings, so that they pass through
 * Prism
 * digit for digit. Limits in schemas stay numbers. The alternatives of an exact integer, one of safe integers and one of
 * other numbers, are left out: Prism's generator would choose fractions of the latter.
 */
export function parseDocument(text: string): object {
  return JSON.parse(text, (key, value: unknown, context?: { source?: string }) => {
    if (typeof value === "object" && value !== null && "maxProperties" in value && value.maxProperties === 0) {
      return { ...value, ...EMPTY };
    }
    if (typeof value === "object" && value !== null && "format" in value && value.format === "uint256") {
      return { ...value, anyOf: undefined, minimum: 0 };
    }
    const source = context?.source ?? "";
    return typeof value === "number" && isUnsafe(value) && INTEGER.test(source) && !LIMITS.has(key)
      ? MARK + source
      : value;
  }) as object;
}

/**
 * Serializes a body as JSON: bigints and marked strings as integers, and generated exact integers without an exponent.
 */
export function stringifyBody(body: unknown): string {
  const text = JSON.stringify(body, function (this: Readonly<Record<string, unknown>>, key, value: unknown) {
    const own = this[key]; // a tester may have given BigInt a toJSON: then `value` is a string
    const isExact = typeof own === "bigint" || (EXACT.has(key) && typeof own === "number" && isUnsafe(own));
    return isExact ? `${MARK}${BigInt(own)}` : value;
  });
  return text.replaceAll(MARKED, "$1");
}

const isUnsafe = (value: number): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);
