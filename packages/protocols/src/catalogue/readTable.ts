import { readFileSync } from "node:fs";

/** The rows of a family's table, read at each call. */
export const readTable = (family: string): readonly unknown[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- catalogue.test.ts checks every table
  JSON.parse(
    readFileSync(new URL(`../families/${family}/${family}.json`, import.meta.url), "utf8"),
  ) as readonly unknown[];
