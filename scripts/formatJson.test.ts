import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatJson } from "./formatJson.ts";

const root = join(import.meta.dirname, "..");

test("rows of a table stand on a line each, and what is longer is broken into its elements", () => {
  const rows = [{ a: 1, b: [] }, { c: [1, 2, 3, 4, 5, 6, 7] }];
  const lines = ["[", '  { "a": 1, "b": [] },', "  {", '    "c": [1, 2, 3, 4, 5, 6, 7]', "  }", "]", ""];
  expect(formatJson(rows, 22)).toBe(lines.join("\n"));
  expect(formatJson({ long: ["0123456789", "0123456789"] }, 20)).toBe(
    '{\n  "long": [\n    "0123456789",\n    "0123456789"\n  ]\n}\n',
  );
});

test.each(["spec/released.json", "packages/evm/src/aaveTokens.json", "packages/protocols/src/routers.json"])(
  "%s is written so that a change is read in a diff",
  (path) => {
    const text = readFileSync(join(root, path), "utf8");
    expect(text).toBe(formatJson(JSON.parse(text)));
  },
);
