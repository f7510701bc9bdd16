import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

test("the README shows a handler of this folder", () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8");
  expect(read("../README.md")).toContain(`\`\`\`ts getUserTotalBalance.ts\n${read("getUserTotalBalance.ts")}`);
});
