import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { renderHandler, renderHandlerTest } from "./handlerTemplate.ts";
import { listOperations } from "./listOperations.ts";
import { scaffoldOperations } from "./scaffold.ts";

const root = join(import.meta.dirname, "..");
/** A copy of apps/api, within the project so that its imports resolve like the original's. */
function copyApi(): string {
  mkdirSync(join(root, ".portico"), { recursive: true });
  const folder = mkdtempSync(join(root, ".portico/scaffold-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(root, "apps/api/src"), join(folder, "src"), { recursive: true });
  symlinkSync(join(root, "apps/api/node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "tsconfig.json"), '{ "extends": "../../tsconfig.base.json", "include": ["src"] }');
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  return folder;
}

/** Removes an operation's handler and test. */
function deleteOperation(operationsFolder: string, id: string, group: string): void {
  const table = join(operationsFolder, "operations.ts");
  const text = readFileSync(table, "utf8");
  writeFileSync(
    table,
    text.replace(new RegExp(`^import \\{ ${id} \\}.*\n`, "m"), "").replace(`  ${id},`, `  ${id}: notBuilt,`),
  );
  for (const file of [`${id}.ts`, `${id}.test.ts`]) rmSync(join(operationsFolder, group, file), { force: true });
}

test("every operation without a handler gets one, typed and registered, and existing ones are unchanged", () => {
  const folder = copyApi();
  const operationsFolder = join(folder, "src/operations");
  deleteOperation(operationsFolder, "getAccountUnits", "account");
  const before = readFileSync(join(operationsFolder, "chain/getChain.ts"), "utf8");

  const written = scaffoldOperations(operationsFolder, listOperations());

  expect(written).toHaveLength(3);
  expect(readFileSync(join(operationsFolder, "chain/getChain.ts"), "utf8")).toBe(before);
  expect(readFileSync(join(operationsFolder, "account/getAccountUnits.ts"), "utf8")).toContain("getAccountUnits: Op");
  execFileSync("tsc", ["-p", folder], { stdio: "inherit" }); // throws if a stub does not match the contract
  expect(scaffoldOperations(operationsFolder, listOperations())).toEqual([]);
});

test("the scaffold of every operation compiles, names its inputs, and sends the contract's own examples", () => {
  const folder = copyApi();
  const group = join(folder, "src/operations/scaffolded");
  mkdirSync(group);
  for (const operation of listOperations()) {
    writeFileSync(join(group, `${operation.id}.ts`), renderHandler(operation));
    writeFileSync(join(group, `${operation.id}.test.ts`), renderHandlerTest(operation));
  }
  execFileSync("tsc", ["-p", folder], { stdio: "inherit" });
  expect(readFileSync(join(group, "getTokenTopHolders.ts"), "utf8")).toContain(
    "{ chain_id: chain, id, start, limit } = query",
  );
  const source = readFileSync(join(group, "getUserTokenList.test.ts"), "utf8");
  expect(source).toMatch(/get\("\/v1\/user\/token_list\?id=0x[0-9a-f]{40}&chain_id=eth"\)/);
});
