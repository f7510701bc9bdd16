import type { Rule } from "./redocly.ts";

/** `format: uint256` marks an integer beyond the range of a double; it is meaningless on other types. */
export const exactIntegers: Rule = () => ({
  Schema: ({ type, format }, { report, location }) => {
    const types = [type].flat().filter((name) => name !== "null");
    if (format !== "uint256" || (types.length === 1 && types[0] === "integer")) return;
    report({ message: "format: uint256 is for type: integer only.", location: location.child("format") });
  },
});
