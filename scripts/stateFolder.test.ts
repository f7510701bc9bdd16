import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findDevnetFolder } from "./stateFolder.ts";

let state: string;

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "portico-state-"));
});
afterEach(() => rmSync(state, { recursive: true }));

test("a devnet's folder under its former name is moved, with its files", () => {
  mkdirSync(join(state, "pocket"));
  writeFileSync(join(state, "pocket", "demo-key"), "pk_1");
  const folder = findDevnetFolder(state);
  expect(readFileSync(join(folder, "demo-key"), "utf8")).toBe("pk_1");
  expect(findDevnetFolder(state)).toBe(folder);
});

test("a folder under the new name is used, whatever the former one holds", () => {
  for (const name of ["pocket", "devnet"]) {
    mkdirSync(join(state, name));
    writeFileSync(join(state, name, "demo-key"), name);
  }
  expect(readFileSync(join(findDevnetFolder(state), "demo-key"), "utf8")).toBe("devnet");
});
