import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { formatJson } from "./formatJson.ts";

const root = join(import.meta.dirname, "..");

test("each row of a table is on one line, and longer ones are split into their elements", () => {
  const rows = [{ a: 1, b: [] }, { c: [1, 2, 3, 4, 5, 6, 7] }];
  const lines = ["[", '  { "a": 1, "b": [] },', "  {", '    "c": [1, 2, 3, 4, 5, 6, 7]', "  }", "]", ""];
  expect(formatJson(rows, { width: 22 })).toBe(lines.join("\n"));
  expect(formatJson({ long: ["0123456789", "0123456789"] }, { width: 20 })).toBe(
    '{\n  "long": [\n    "0123456789",\n    "0123456789"\n  ]\n}\n',
  );
});

test("with a depth, what is deeper stays on one line", () => {
  const rows = [{ a: ["long", "long"] }, { a: [] }];
  expect(formatJson(rows, { width: 8, depth: 1 })).toBe('[\n  { "a": ["long", "long"] },\n  { "a": [] }\n]\n');
});

test.each(globSync("packages/{evm,protocols}/src/**/*.json", { cwd: root }))("%s has one row per line", (path) => {
  const text = readFileSync(join(root, path), "utf8");
  const isTable = ["chains.json", "safeContracts.json"].includes(basename(path)) || path.includes("/families/");
  expect(text).toBe(formatJson(JSON.parse(text), isTable ? { depth: 1 } : {}));
});
