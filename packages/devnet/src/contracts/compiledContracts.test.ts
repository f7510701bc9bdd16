import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findOutdated, writeCompiled } from "./compiledContracts.ts";
import { CONTRACTS } from "./compileContract.ts";
import { createCompiler, readCompiled } from "./createCompiler.ts";

const folder = mkdtempSync(join(tmpdir(), "portico-contracts-"));
afterAll(() => rmSync(folder, { recursive: true }));

const options = { ...CONTRACTS, folder, compiled: join(folder, "compiled.json") };
const edit = (name: string, body: string): void =>
  writeFileSync(join(folder, `${name}.sol`), `// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\n${body}\n`);

test("a contract is compiled again only if its sources, or those that it imports, differ from the compiled ones", () => {
  edit("One", "contract One { uint256 public constant value = 1; }");
  edit("Two", 'import "./One.sol"; contract Two is One {}');
  edit("Three", "contract Three {}");
  writeCompiled(options);
  const before = readCompiled(options.compiled);
  expect(findOutdated(options)).toEqual([]);
  expect(createCompiler(options)("Two.sol", "Two")).toEqual(before["Two.sol"]!.contracts["Two"]);

  edit("One", "contract One { uint256 public constant value = 2; }");
  rmSync(join(folder, "Three.sol"));
  expect(findOutdated(options)).toEqual(["One.sol", "Two.sol", "Three.sol"]);
  const edited = createCompiler(options)("Two.sol", "Two");
  expect(edited.bytecode).not.toBe(before["Two.sol"]!.contracts["Two"]!.bytecode);
  writeCompiled(options);
  expect(readCompiled(options.compiled)["Two.sol"]!.contracts["Two"]).toEqual(edited);
  expect(findOutdated(options)).toEqual([]);
  expect(() => createCompiler(options)("One.sol", "Other")).toThrow("One.sol defines no contract Other");
});
