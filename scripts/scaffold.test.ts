import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listOperations } from "./listOperations.ts";
import { groupOf, registerHandlers } from "./scaffold.ts";

const table = readFileSync(join(import.meta.dirname, "../apps/api/src/operations/operations.ts"), "utf8");

test("registering a handler keeps every other entry, also those of several lines", () => {
  const added = listOperations().filter(({ id }) => id === "getAccountUnits");
  const line = 'import { getAccountUnits } from "./account/getAccountUnits.ts";\n';
  const entry = "  getAccountUnits,\n";
  expect([table.includes(line), table.includes(entry), /^ {2}\),$/m.test(table)]).toEqual([true, true, true]);
  const without = table.replace(line, "");
  for (const before of ["", "  getAccountUnits: notBuilt,\n"]) {
    const text = registerHandlers(without.replace(entry, before), added);
    expect(text).toContain(line);
    expect(text.replace(line, "")).toBe(registerHandlers(without, []));
  }
  const lines = (text: string): string[] => text.split("\n").toSorted();
  expect(lines(registerHandlers(without, added))).toEqual(lines(table));
});

test("operations are in a folder named by the first segment of their URL", () => {
  expect(groupOf("/v1/user/token_list")).toBe("user");
  expect(groupOf("/cloud/chain/list")).toBe("cloud");
});
