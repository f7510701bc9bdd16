import { listProtocolRows, noteProtocolError } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, afterEach, expect, test } from "vitest";
import { createPrinter } from "./testing/createTestShell.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);
afterEach(() => db.deleteFrom("protocol").execute());

const print = createPrinter(db);
const run = (...args: string[]) => print("protocols", ...args);

test("a protocol is switched off with a reason, listed as off, and switched on again", async () => {
  expect((await run("off", "uniswap2", "reads", "revert")).join()).toContain("uniswap2 is off");
  expect(await listProtocolRows(db)).toMatchObject([
    { id: "uniswap2", chain: "eth", isOff: true, offReason: "reads revert" },
  ]);
  expect(await run("list")).toEqual(["uniswap2  off: reads revert"]);
  expect(await run("on", "uniswap2")).toEqual(["uniswap2 is on."]);
  expect(await run("list")).toEqual(["All protocols are on, and their last reads succeeded."]);
  const minute = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ {2}uniswap2 {2}o/) as string;
  const log = await run("log");
  expect(log).toEqual([minute, minute]);
  expect(log.map((line) => line.slice(29))).toEqual(["on by operator", "off by operator: reads revert"]);
  expect(await run("log", "--limit", "1")).toEqual(log.slice(0, 1));
});

test("an application has the same switch, and needs no reason", async () => {
  await run("off", "polymarket");
  expect(await run("list")).toEqual(["polymarket  off"]);
  expect(JSON.parse((await run("list", "--json")).join())).toMatchObject([
    { id: "polymarket", state: "off", reason: null },
  ]);
});

test("failed protocols are listed in one line with the reason, and with --all the others too", async () => {
  await noteProtocolError(db, { id: "uniswap2", chain: "eth", error: "getReserves\nreverted" });
  expect(await run("list")).toEqual(["uniswap2  failed: getReserves reverted"]);
  const all = await run("list", "--all");
  expect(all.filter((line) => line.startsWith("uniswap2 "))).toHaveLength(1);
  expect(all.every((line) => /^\w+ +(on|failed)/.test(line))).toBe(true);
});

test.each([
  [["of", "uniswap2"], "unknown command 'of'"],
  [["off"], "missing required argument 'id'"],
  [["off", "uniswap9"], "Unknown protocol 'uniswap9'. Did you mean"],
  [["on", "nothing"], "pnpm portico protocols list --all"],
  [["on", "uniswap2", "because"], "too many arguments"],
  [["list", "uniswap2"], "too many arguments"],
])("protocols %j is refused with a hint", async (args, message) => {
  await expect(run(...args)).rejects.toThrow(message);
});
