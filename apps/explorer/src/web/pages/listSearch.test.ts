import { expect, test } from "vitest";
import { readListSearch } from "./listSearch.ts";

test("search text is read from the page's address, regardless of the type that the router parsed; invalid values are left out", () => {
  expect(["usdc", 7, true, "", null, undefined, { a: 1 }, ["x"]].map((q) => readListSearch({ q }))).toEqual([
    { q: "usdc" },
    { q: "7" },
    { q: "true" },
    {},
    {},
    {},
    {},
    {},
  ]);
  expect(readListSearch({ q: "x".repeat(10_000) }).q).toHaveLength(200);
});
