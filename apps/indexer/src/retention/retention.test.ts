import { startBareChain } from "@portico/devnet";
import type { BareChain } from "@portico/devnet";
import { getChain } from "@portico/evm";
import { closeDatabase, findChainState, inTransaction, openDatabase, readOwner } from "@portico/store";
import type { Store } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import pino from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createBareIndexer } from "../testing/bareIndexer.ts";
import { compareScene } from "../testing/compareScene.ts";
import { countEarlier, dropAll, listCandidates, readKnown, writeSteadyPrices } from "../testing/keptScene.ts";
import { createMetrics } from "../status/metrics.ts";
import { dropOldBlocks } from "./dropOldBlocks.ts";
import { ACCOUNTS, playActs, playTokenScene } from "../testing/tokenScene.ts";
import type { TokenScene } from "../testing/tokenScene.ts";

let chain: BareChain;
let scene: TokenScene;
let [whole, kept]: TestDatabase[] = [];
const MARGIN = 12n;

beforeAll(async () => {
  [chain, whole, kept] = await Promise.all([startBareChain(1), createTestDatabase(), createTestDatabase()]);
  scene = await playTokenScene(chain, 40);
});
afterAll(() => Promise.all([chain.stop(), whole!.drop(), kept!.drop()]));

async function sync(keepBlocks: bigint | undefined): Promise<bigint> {
  await createBareIndexer(chain, whole!.db).sync();
  await createBareIndexer(chain, kept!.db).sync(keepBlocks === undefined ? {} : { keepBlocks });
  return (await findChainState(kept!.db, "eth"))!.balances!.blockNumber;
}

/** What both know is equal, and equal to the chain. */
async function expectEqual(start: bigint, head: bigint): Promise<void> {
  const blocks = [start - 1n, start, (start + head) / 2n, head].filter((block) => block >= 0n);
  expect(await readKnown(kept!.db, start, blocks)).toEqual(await readKnown(whole!.db, start, blocks));
  const { stored, direct } = await compareScene(kept!.db, scene);
  for (const name of ["balances", "nfts", "allowances", "approved", "operators"])
    expect([name, stored[name]]).toEqual([name, direct[name]]);
  for (const block of blocks) {
    const known = await listCandidates(kept!.db, block);
    expect([...(await listCandidates(whole!.db, block))].filter((one) => !known.has(one))).toEqual([]);
  }
}

test("the oldest blocks are dropped, and what is known since is that of an index that keeps all", async () => {
  const head = await sync(30n);
  await Promise.all([writeSteadyPrices(whole!.db, scene), writeSteadyPrices(kept!.db, scene)]);
  const start = await dropAll(kept!.db, MARGIN);
  expect(start).toBe(head - 30n - MARGIN + 1n);
  expect(await countEarlier(kept!.db, start)).toEqual({ leg: 0n, transaction: 0n, block: 0n });
  expect((await countEarlier(whole!.db, start))["leg"]).toBeGreaterThan(20n);
  await expectEqual(start, head);
  const [status] = (await readOwner(kept!.db, { owner: ACCOUNTS[0]!, chains: ["eth"] })).syncStatuses;
  expect(status).toMatchObject({ startBlock: start, isScanned: true });
  expect(status?.history).toBeUndefined();
});

test("a process that dies while it drops blocks has dropped none of them; several drop each once", async () => {
  const { db, url } = kept!;
  const { startBlock: before } = (await findChainState(db, "eth"))!;
  await playActs(scene, { numRuns: 8, seed: 5 });
  const head = await sync(30n);
  const earlier = await countEarlier(db, head);
  const [other, dying] = [openDatabase(url), openDatabase(url)];
  const failed = await inTransaction(other, async (tx) => {
    await sql`lock table transaction in access exclusive mode`.execute(tx); // after the legs are deleted
    const dropping = dropAll(dying, MARGIN).catch((error: unknown) => error);
    let rows: unknown[] = [];
    while (rows.length === 0) {
      ({ rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db));
    }
    return await dropping;
  });
  expect(failed).toBeInstanceOf(Error);
  expect(await countEarlier(db, head)).toEqual(earlier);
  expect((await findChainState(db, "eth"))!.startBlock).toBe(before);
  const starts = await Promise.all([dropAll(db, MARGIN), dropAll(other, MARGIN)]);
  expect(starts[1]).toBe(starts[0]);
  expect(starts[0]).toBeGreaterThan(before);
  expect(await countEarlier(db, starts[0])).toEqual({ leg: 0n, transaction: 0n, block: 0n });
  await Promise.all([closeDatabase(other), closeDatabase(dying)]);
  await expectEqual(starts[0], head);
});

test("after a reorganisation of kept blocks nothing from before them is lost", async () => {
  await chain.rpc.call("anvil_rollback", [10]);
  await playActs(scene, { numRuns: 4, seed: 1 });
  const { startBlock } = (await findChainState(kept!.db, "eth"))!;
  const head = await sync(30n);
  await expectEqual(startBlock, head);
  expect((await findChainState(kept!.db, "eth"))!.startBlock).toBe(startBlock);
});

test("partitions are dropped as a whole; what is known equals an index without them", async () => {
  await playActs(scene, { numRuns: 2, seed: 6 });
  const head = await sync(30n);
  const parted = await createTestDatabase();
  const options = { keepBlocks: 9n, isPartitioned: true };
  await sql`grant select on leg to public`.execute(parted.db);
  await createBareIndexer(chain, parted.db).sync(options);
  await writeSteadyPrices(parted.db, scene);
  const expectSame = async (start: bigint, blocks: readonly bigint[]) =>
    expect(await readKnown(parted.db, start, blocks)).toEqual(await readKnown(whole!.db, start, blocks));
  await expectSame(0n, [0n, head]);
  const { rows } = await sql`select has_table_privilege('public', 'leg', 'select') as is_granted`.execute(parted.db);
  expect(rows).toEqual([{ is_granted: true }]);
  expect(await listPartitions(parted.db)).toEqual(["leg_rest", "leg_eth_0", "leg_eth_64", "leg_eth_128"]);
  expect(await dropAll(parted.db, MARGIN)).toBe(0n);
  await playActs(scene, { numRuns: 40, seed: 7 });
  const later = await sync(30n);
  await createBareIndexer(chain, parted.db).sync(options);
  const start = await dropAll(parted.db, MARGIN);
  expect(start).toBe(64n);
  expect(await listPartitions(parted.db)).toEqual(["leg_rest", "leg_eth_64", "leg_eth_128"]);
  expect(await countEarlier(parted.db, start)).toEqual({ leg: 0n, transaction: 0n, block: 0n });
  await chain.rpc.call("anvil_rollback", [Number(MARGIN)]);
  await playActs(scene, { numRuns: 3, seed: 8 });
  await sync(30n);
  await createBareIndexer(chain, parted.db).sync(options);
  await expectSame(start, [start, later - MARGIN]);
  const { stored, direct } = await compareScene(parted.db, scene);
  for (const name of ["balances", "nfts", "allowances", "approved", "operators"])
    expect([name, stored[name]]).toEqual([name, direct[name]]);
  await parted.drop();
});

async function listPartitions(db: Store): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'leg'::regclass
    order by length(inhrelid::regclass::text), name`.execute(db);
  return rows.map(({ name }) => name);
}

test("with the setting off nothing more is dropped; on again, with fewer blocks, more is", async () => {
  const { startBlock } = (await findChainState(kept!.db, "eth"))!;
  await playActs(scene, { numRuns: 12, seed: 2 });
  await sync(undefined);
  expect(await dropAll(kept!.db, MARGIN)).toBe(startBlock);
  await playActs(scene, { numRuns: 1, seed: 4 });
  const head = await sync(9n);
  const start = head - 9n - MARGIN + 1n;
  const metrics = createMetrics({ withProcess: false });
  const ended = new AbortController();
  const dropping = dropOldBlocks({
    db: kept!.db,
    chain: getChain("eth"),
    log: pino({ level: "silent" }),
    signal: ended.signal,
    priceDays: 1,
    margin: MARGIN,
    onDropped: metrics.countDropped,
  });
  await vi.waitFor(async () => expect((await findChainState(kept!.db, "eth"))!.startBlock).toBe(start), 20_000);
  ended.abort();
  await dropping;
  expect(await metrics.registry.metrics()).toContain(
    `portico_blocks_dropped_total{chain="eth"} ${start - startBlock}\n`,
  );
  await chain.rpc.call("anvil_rollback", [Number(MARGIN)]);
  await playActs(scene, { numRuns: 3, seed: 3 });
  await expectEqual(start, await sync(9n));
});
