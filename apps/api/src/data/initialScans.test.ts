import { setTimeout as sleep } from "node:timers/promises";
import type { Address } from "@portico/evm";
import {
  advanceChain,
  ensureChainState,
  listen,
  listPendingScans,
  ReadBalance,
  readOwner,
  SCANNED_CHANNEL,
  writeInitialScans,
} from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createInitialScans, type InitialScans } from "./initialScans.ts";

const database = await createTestDatabase();
const { db } = database;
let initialScans: InitialScans;
let stopListening: () => Promise<void>;

const hash = `0x${"11".repeat(32)}` as const;
const TOKEN: Address = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const OWNER: Address = "0x00000000000000000000000000000000000000b0";
const OTHER: Address = "0x00000000000000000000000000000000000000b1";
const THIRD: Address = "0x00000000000000000000000000000000000000b2";
const head = { blockNumber: 9n, hash, timeAt: 1 };

beforeAll(async () => {
  for (const [chain, chainId] of [
    ["eth", 1],
    ["base", 8453],
    ["arb", 42_161],
  ] as const) {
    await ensureChainState(db, { chain, chainId, startBlock: chain === "base" ? 0n : 5n });
    if (chain !== "arb") await advanceChain(db, chain, { logs: head, balances: head });
  }
});

beforeEach(async () => {
  await stopListening?.();
  initialScans = createInitialScans(db, { waitMs: 3_000 });
  stopListening = await listen(database.url, {
    channels: { [SCANNED_CHANNEL]: (word) => initialScans.onNotify(word) },
  });
  await db.deleteFrom("sight").execute();
});

afterAll(async () => {
  await stopListening();
  await database.drop();
});

const readScanned = (chains: readonly string[], scans: InitialScans = initialScans, owner = OWNER) => {
  const query = { owner, chains };
  return scans.afterInitialScan(query, () => readOwner(db, query));
};

/** Performs an indexer's initial scans. */
async function answer(chain: string): Promise<Address[]> {
  const owners = await vi.waitUntil(async () => {
    const waiting = await listPendingScans(db, chain, 10);
    return waiting.length > 0 && waiting;
  });
  const balances = owners.map((owner) => ({ owner, token: TOKEN, rawAmount: 7n }));
  await writeInitialScans(db, chain, { blockNumber: 9n, listId: 1, owners, balances });
  return owners;
}

test("a first request waits for the initial scan, and gets its figures; concurrent requests share one scan", async () => {
  const reads = Array.from({ length: 20 }, () => readScanned(["eth"]));
  expect(await answer("eth")).toEqual([OWNER]);
  for (const read of await Promise.all(reads)) {
    expect(read.balances).toEqual([new ReadBalance("eth", TOKEN, "7")]);
  }
});

test("a chain indexed from genesis, or during its first sync, needs no initial scan", async () => {
  const read = await readScanned(["base", "arb", "bsc"]);
  expect(read.syncStatuses.map(({ chain }) => chain)).toEqual(["arb", "base", "eth"]);
  expect(await db.selectFrom("sight").selectAll().execute()).toEqual([]);
});

test("without a result the wait ends, and no request waits for that chain until it sends a notification", async () => {
  const disconnected = createInitialScans(db, { waitMs: 1_500 });
  const isScanned = async (owner: Address) => {
    const { syncStatuses } = await readScanned(["eth"], disconnected, owner);
    return syncStatuses.find(({ chain }) => chain === "eth")?.isScanned;
  };
  expect(await isScanned(OWNER)).toBe(false);
  expect(await Promise.race([isScanned(OTHER), sleep(1_000, "it waits")])).toBe(false);
  expect(await listPendingScans(db, "eth", 10)).toEqual([OWNER, OTHER]);
  await answer("eth");
  disconnected.onNotify(`eth ${OTHER.slice(2)}`);
  const third = isScanned(THIRD);
  await answer("eth");
  disconnected.onNotify(`eth ${THIRD.slice(2)}`);
  expect(await third).toBe(true);
});

test("missed notifications cost another read of the store, and no wait", async () => {
  const disconnected = createInitialScans(db, { waitMs: 1_000_000 });
  const pending = readScanned(["eth"], disconnected);
  await answer("eth");
  disconnected.onNotify(undefined);
  expect((await pending).balances).toHaveLength(1);
});
