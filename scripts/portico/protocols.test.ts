import { listProtocolRows, noteProtocolError, writeProtocolChecks } from "@portico/store";
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

test("a protocol whose contracts don't respond on its chain is listed with the reason", async () => {
  await writeProtocolChecks(db, "matic", [{ id: "matic_quickswap3", version: "1", deadReason: "0x41… has no code" }]);
  expect(await run("list")).toEqual(["matic_quickswap3  dead: 0x41… has no code"]);
});

test("an adapter whose further rows don't respond is listed as failed: it is read all the same", async () => {
  await writeProtocolChecks(db, "eth", [{ id: "lido", version: "1", deadReason: "0x41… has no code" }]);
  expect(await run("list")).toEqual(["lido  failed: 0x41… has no code"]);
});

test("with --all --json every pair of protocol and chain has its addresses by role, and where they are from", async () => {
  const pairs = JSON.parse((await run("list", "--all", "--json")).join("\n")) as {
    id: string;
    chain: string;
    source: string;
    addresses: object;
  }[];
  expect(pairs.length).toBeGreaterThan(3_000);
  expect(new Set(pairs.map(({ id }) => id)).size).toBe(pairs.length);
  expect(pairs.filter(({ chain, source }) => chain === "" || source === "")).toEqual([]);
  const find = (id: string) => pairs.find((pair) => pair.id === id);
  expect(find("uniswap3")).toMatchObject({
    chain: "eth",
    name: "Uniswap V3",
    state: "on",
    family: null,
    has_positions: true,
    source: expect.stringContaining("@uniswap/sdk-core") as string,
    addresses: {
      factory: "0x1f98431c8ad98523631ae4a59f267346ea31f984",
      "stakers.address": expect.arrayContaining(["0xe34139463ba50bd61336e0c446bd8c0867c6fe65"]) as string[],
    },
  });
  expect(find("matic_quickswap3")).toMatchObject({
    chain: "matic",
    family: "algebra",
    source: "DefiLlama-Adapters registries/uniswapV3.js",
    addresses: { factory: "0x411b0facc3489691f28ad58c47006af5e3ab3a28" },
  });
  expect(find("polymarket")).toMatchObject({ chain: "matic", has_positions: true });
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
