import { expect, test } from "vitest";
import { formatChange } from "./formatChange.ts";

test("a change is shown without its sign, and one from almost zero without meaningless digits", () => {
  expect([0.05, -0.5, 0, 12.3456, 100].map(formatChange)).toEqual([
    "5.00%",
    "50.00%",
    "0.00%",
    "1,234.56%",
    "10,000.00%",
  ]);
  expect([100.01, 5e15, -1e300, Number.POSITIVE_INFINITY].map(formatChange)).toEqual(Array(4).fill(">10,000%"));
});
