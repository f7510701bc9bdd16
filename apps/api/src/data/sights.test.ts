import { setTimeout as sleep } from "node:timers/promises";
import type { Address } from "@portico/evm";
import {
  advanceChain,
  ensureChainState,
  listen,
  listWaitingSights,
  ReadBalance,
  readOwner,
  SIGHTED_CHANNEL,
  writeSights,
} from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createSights, type Sights } from "./sights.ts";

const database = await createTestDatabase();
const { db } = database;
let sights: Sights;
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
  sights = createSights(db, { waitMs: 3_000 });
  stopListening = await listen(database.url, { channels: { [SIGHTED_CHANNEL]: (word) => sights.hear(word) } });
  await db.deleteFrom("sight").execute();
});

afterAll(async () => {
  await stopListening();
  await database.drop();
});

const ask = (chains: readonly string[], asker: Sights = sights, owner = OWNER) => {
  const query = { owner, chains };
  return asker.whenSighted(query, () => readOwner(db, query));
};

/** Performs an indexer's initial scans. */
async function answer(chain: string): Promise<Address[]> {
  const owners = await vi.waitUntil(async () => {
    const waiting = await listWaitingSights(db, chain, 10);
    return waiting.length > 0 && waiting;
  });
  const balances = owners.map((owner) => ({ owner, token: TOKEN, rawAmount: 7n }));
  await writeSights(db, chain, { blockNumber: 9n, listId: 1, owners, balances });
  return owners;
}

test("a first request waits for the initial scan, and gets its figures; concurrent requests share one scan", async () => {
  const reads = Array.from({ length: 20 }, () => ask(["eth"]));
  expect(await answer("eth")).toEqual([OWNER]);
  for (const read of await Promise.all(reads)) {
    expect(read.balances).toEqual([new ReadBalance("eth", TOKEN, "7")]);
  }
});

test("a chain indexed from genesis, or during its first sync, needs no initial scan", async () => {
  const read = await ask(["base", "arb", "bsc"]);
  expect(read.reaches.map(({ chain }) => chain)).toEqual(["arb", "base", "eth"]);
  expect(await db.selectFrom("sight").selectAll().execute()).toEqual([]);
});

test("without a result the wait ends, and nobody waits for that chain until it sends a notification", async () => {
  const deaf = createSights(db, { waitMs: 1_500 });
  const isSighted = async (owner: Address) => {
    const { reaches } = await ask(["eth"], deaf, owner);
    return reaches.find(({ chain }) => chain === "eth")?.isSighted;
  };
  expect(await isSighted(OWNER)).toBe(false);
  expect(await Promise.race([isSighted(OTHER), sleep(1_000, "it waits")])).toBe(false);
  expect(await listWaitingSights(db, "eth", 10)).toEqual([OWNER, OTHER]);
  await answer("eth");
  deaf.hear(`eth ${OTHER.slice(2)}`);
  const third = isSighted(THIRD);
  await answer("eth");
  deaf.hear(`eth ${THIRD.slice(2)}`);
  expect(await third).toBe(true);
});

test("missed notifications cost another read of the store, and no wait", async () => {
  const deaf = createSights(db, { waitMs: 1_000_000 });
  const asked = ask(["eth"], deaf);
  await answer("eth");
  deaf.hear(undefined);
  expect((await asked).balances).toHaveLength(1);
});
