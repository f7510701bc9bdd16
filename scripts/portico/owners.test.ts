import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChainState, listPendingScans } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, expect, test } from "vitest";
import { createPrinter } from "./testing/createTestShell.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const print = createPrinter(db);
const run = (...args: string[]) => print("owners", ...args);
const OWNER = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const OTHER = "0x00000000000000000000000000000000000000a1";

function file(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), "portico-owners-")), "owners.txt");
  writeFileSync(path, text);
  return path;
}

test("owners are added from addresses and files, listed, and removed", async () => {
  await ensureChainState(db, { chain: "base", chainId: 8453, startBlock: 0n });
  await expect(run("list")).rejects.toThrow("No chain is indexed for owners only");
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 7n, mode: "owners" });
  expect(await run("list")).toEqual(["Nobody is followed yet"]);
  expect(await run("add", OWNER, file(`# ours\n\n${OTHER}\n${OWNER}\n`))).toEqual(["eth: 2 owners followed"]);
  expect(await listPendingScans(db, "eth", 9)).toHaveLength(2);
  expect(await run("list")).toEqual([
    `eth  ${OTHER}  waits for its first balances  until removed`,
    `eth  ${OWNER.toLowerCase()}  waits for its first balances  until removed`,
  ]);
  expect(await run("remove", OTHER, "--chain", "eth")).toEqual(["eth: 1 owner removed"]);
  expect(await run("remove", OTHER)).toEqual(["eth: 0 owners removed"]);
  expect(JSON.parse((await run("list", "--json")).join("\n"))).toMatchObject([{ chain: "eth", isPermanent: true }]);
  expect(await listPendingScans(db, "eth", 9)).toEqual([OWNER.toLowerCase()]);
});

test("what is not an address is named, with its file and line", async () => {
  const path = file(`${OTHER}\n0x12\n`);
  await expect(run("add", path)).rejects.toThrow(`${path}:2: '0x12' is not an address`);
  await expect(run("add", "0x12")).rejects.toThrow("'0x12' is neither an address nor a file");
  await expect(run("add", OWNER, "--chain", "base")).rejects.toThrow("'base' is not indexed for owners only");
  await expect(run("add", OWNER, "--chain", "ethereum")).rejects.toThrow("Unknown chain 'ethereum'");
});
