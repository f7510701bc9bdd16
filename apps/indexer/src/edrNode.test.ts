/** Hardhat's node in the place of anvil: no receipts or traces of whole blocks, no index of calls, its own errors. */
import { startEdrChain } from "@portico/devnet/testing/edr";
import { NATIVE_TOKEN } from "@portico/evm";
import { findChainState, requestInitialScan } from "@portico/store";
import type { Store } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { collectHistories } from "./history/collectHistories.ts";
import { runIndexer } from "./runIndexer.ts";
import { compareScene } from "./testing/compareScene.ts";
import { OWNED, readRows } from "./testing/ownerRows.ts";
import { syncToHead } from "./testing/sync.ts";
import { ACCOUNTS, playTokenScene } from "./testing/tokenScene.ts";
import type { TokenScene } from "./testing/tokenScene.ts";

let scene: TokenScene;
let full: TestDatabase;
let partial: TestDatabase;

beforeAll(async () => {
  const [chain, ...databases] = await Promise.all([startEdrChain(), createTestDatabase(), createTestDatabase()]);
  [full, partial] = databases;
  scene = await playTokenScene(chain, 120);
  await sync();
});

afterAll(async () => {
  await Promise.all([scene.chain.stop(), full.drop(), partial.drop()]);
});

const sync = () => syncToHead(full.db, [{ chain: "eth", rpcUrls: [scene.chain.rpcUrl], startBlock: 0n }]);

/** @returns the number of compared figures. */
async function expectDirect(db: Store, names: readonly string[]): Promise<number> {
  const { stored, direct } = await compareScene(db, scene);
  for (const name of names) expect([name, stored[name]]).toEqual([name, direct[name]]);
  return names.reduce((sum, name) => sum + direct[name]!.size, 0);
}

const STATE = ["balances", "nfts", "allowances", "approved", "operators"];

test("in a full index every balance, sum of movements, NFT and approval equals direct calls", async () => {
  expect(await expectDirect(full.db, [...STATE, "sums"])).toBeGreaterThan(200);
});

test("after a reorganisation everything is that of the new chain", async () => {
  const { chain } = scene;
  const { rpc } = chain;
  const snapshot = await rpc.call("evm_snapshot");
  await chain.send({ from: ACCOUNTS[0]!, to: ACCOUNTS[1]!, value: 7n });
  await sync();
  expect(await rpc.call("evm_revert", [snapshot])).toBe(true);
  await chain.send({ from: ACCOUNTS[1]!, to: ACCOUNTS[2]!, value: 5n });
  await rpc.call("evm_mine");
  await sync();
  await expectDirect(full.db, [...STATE, "sums"]);
});

test("owners who are requested have their state and history; coin that others' calls paid them is named", async () => {
  const stop = new AbortController();
  const running = runIndexer({
    db: partial.db,
    chains: [{ chain: "eth", rpcUrls: [scene.chain.rpcUrl], newMode: "owners" }],
    log: pino({ level: "error" }),
    signal: stop.signal,
    pollMs: 20,
    sideJobs: [(work) => collectHistories(work, { ...work.history, maxTransactions: 10_000, pollMs: 20 })],
  });
  try {
    await vi.waitFor(async () => expect((await findChainState(partial.db, "eth"))?.balances).toBeDefined(), WAIT);
    for (const account of ACCOUNTS) await requestInitialScan(partial.db, account, ["eth"]);
    const states = await vi.waitFor(async () => {
      const { rows } = await sql<{ state: string; reason: string; calls_source: string }>`
        select state, reason, calls_source from owner_history where state <> 'collecting'`.execute(partial.db);
      expect(rows).toHaveLength(ACCOUNTS.length);
      return rows;
    }, WAIT);
    const reason = `the source nonce finds no internal transfers: the changes do not add up to the balances of ${NATIVE_TOKEN}`;
    for (const state of states) expect(state).toEqual({ state: "partial", reason, calls_source: "nonce" });
  } finally {
    stop.abort();
    await running;
  }
  await expectDirect(partial.db, STATE);
  for (const table of OWNED)
    expect([table, await readFound(partial.db, table)]).toEqual([table, await readFound(full.db, table)]);
});

/** Without coin that others sent: their calls have no logs, and no source lists them. */
async function readFound(db: Store, table: string): Promise<string[]> {
  const rows = await readRows(db, table, ACCOUNTS, false);
  return rows.filter((text) => !/"kind": 2,.*"is_inbound": true/.test(text));
}

const WAIT = { timeout: 25_000, interval: 20 };
