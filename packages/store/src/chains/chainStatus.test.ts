import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { copyBlocks } from "./blocks.ts";
import { advanceChain, ensureChainState } from "./chains.ts";
import { listChainStatus, writeChainStatus } from "./chainStatus.ts";
import type { ChainWorkStatus } from "./chainStatus.ts";
import { writePriceClock } from "../prices/priceClock.ts";
import { takeLease } from "../processes/lease.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const STATUS: ChainWorkStatus = {
  phase: "backfill",
  headBlock: 900n,
  headTime: 1_700_000_900,
  blocksPerSecond: 12.5,
  transfersPerSecond: 300,
  etaSeconds: 64,
  hasReceipts: true,
  hasTraces: false,
  lastError: "node.example answered HTTP status 502",
  lastErrorAt: new Date("2025-01-02T03:04:05Z"),
};

const take = async (name: string, holder: string) => (await takeLease(db, { name, holder, ttlMs: 60_000 }))!;

test("a status is returned together with the chain's stored state", async () => {
  const lease = await take("eth", "one");
  expect(await writeChainStatus(db, lease, STATUS)).toBe(true);
  expect(await listChainStatus(db)).toEqual([
    { ...STATUS, chain: "eth", holder: "one", isStalled: false, updatedAt: expect.any(Date) as Date },
  ]);
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 100n });
  const logs = { blockNumber: 400n, hash: `0x${"11".repeat(32)}` as const, timeAt: 1_700_000_400 };
  await advanceChain(db, "eth", { logs });
  const [status] = await listChainStatus(db);
  expect(status).toMatchObject({ startBlock: 100n, blockNumber: 400n, blockTime: 1_700_000_400 });
  expect(status).toMatchObject({ priceHistorySince: undefined, priceHistoryGoal: undefined });
  await copyBlocks(db, "eth", [
    { ...logs, blockNumber: 7n, timeAt: 1_700_000_007 }, // of an owner's history
    { ...logs, blockNumber: 100n, timeAt: 1_700_000_100 },
  ]);
  await writePriceClock(db, "eth", { timeAt: 1_700_000_300 });
  expect((await listChainStatus(db))[0]).toMatchObject({ priceHistorySince: 1_700_000_100 });
  await writePriceClock(db, "eth", { firstTimeAt: 1_699_999_500, goalTimeAt: 1_690_000_000 });
  const past = { priceHistorySince: 1_699_999_500, priceHistoryGoal: 1_690_000_000 };
  expect((await listChainStatus(db))[0]).toMatchObject(past);
});

test("unknown values keep their last known ones", async () => {
  const lease = await take("base", "one");
  await writeChainStatus(db, lease, STATUS);
  const unknown = {
    headBlock: undefined,
    headTime: undefined,
    hasTraces: undefined,
    lastError: undefined,
    etaSeconds: undefined,
  };
  await writeChainStatus(db, lease, { ...STATUS, ...unknown, phase: "failed" });
  const status = (await listChainStatus(db)).find(({ chain }) => chain === "base");
  expect(status).toMatchObject({ ...STATUS, phase: "failed", etaSeconds: undefined });
});

test("only the holder of the lease reports", async () => {
  const lease = await take("arb", "one");
  await sql`update lease set expires_at = clock_timestamp() where name = 'arb'`.execute(db);
  await take("arb", "two");
  expect(await writeChainStatus(db, lease, STATUS)).toBe(false);
  expect((await listChainStatus(db)).map(({ chain }) => chain)).not.toContain("arb");
});

test("a chain without reports for fifteen seconds is stalled", async () => {
  await writeChainStatus(db, await take("op", "one"), STATUS);
  await sql`update chain_status set updated_at = updated_at - interval '16 seconds' where chain = 'op'`.execute(db);
  expect((await listChainStatus(db)).find(({ chain }) => chain === "op")).toMatchObject({ isStalled: true });
});
