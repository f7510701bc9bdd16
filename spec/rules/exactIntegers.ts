import type { Rule, Schema } from "./redocly.ts";

/**
 * How an integer of any size looks to a program that reads numbers as doubles: generated validators refuse an integer
 * beyond 2^53 if they have nothing but `type: integer`.
 */
const AS_DOUBLE: readonly Schema[] = [
  { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  { type: "number", exclusiveMinimum: Number.MAX_SAFE_INTEGER },
];
const NULL: Schema = { type: "null" };

/** `format: uint256` marks an integer beyond the range of a double; it is meaningless on other types. */
export const exactIntegers: Rule = () => ({
  Schema: ({ type, format, anyOf }, { report, location }) => {
    if (format !== "uint256") return;
    const types = [type].flat();
    const others = types.filter((name) => name !== "null");
    if (others.length !== 1 || others[0] !== "integer")
      return report({ message: "format: uint256 is for type: integer only.", location: location.child("format") });
    const expected = JSON.stringify(types.includes("null") ? [...AS_DOUBLE, NULL] : AS_DOUBLE);
    if (JSON.stringify(anyOf) === expected) return;
    report({ message: `An integer of format uint256 needs anyOf: ${expected}.`, location: location.child("format") });
  },
});
