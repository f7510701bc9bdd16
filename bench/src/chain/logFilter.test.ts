import { expect, test } from "vitest";
import { createLogFilter } from "./logFilter.ts";

const log = { address: "0xaa", topics: ["0x01", "0x02"] } as const;

test.each([
  [{}, true],
  [{ address: "0xAA" }, true],
  [{ address: ["0xbb", "0xaa"], topics: [["0x03", "0x01"]] }, true],
  [{ address: [], topics: [] }, true],
  [{ topics: [null, "0x02"] }, true],
  [{ address: "0xbb" }, false],
  [{ topics: ["0x02"] }, false],
  [{ topics: ["0x01", null, null] }, false],
] as const)("%j selects the log: %s", (criteria, isSelected) => {
  expect(createLogFilter(criteria)(log)).toBe(isSelected);
});
