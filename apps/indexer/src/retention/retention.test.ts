import { startBareChain } from "@portico/devnet";
import type { BareChain } from "@portico/devnet";
import { closeDatabase, findChainState, inTransaction, openDatabase, readOwner } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBareIndexer } from "../testing/bareIndexer.ts";
import { compareScene } from "../testing/compareScene.ts";
import { countEarlier, dropAll, listCandidates, readKnown } from "../testing/keptScene.ts";
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
  const start = await dropAll(kept!.db, MARGIN);
  expect(start).toBe(head - 30n - MARGIN + 1n);
  expect(await countEarlier(kept!.db, start)).toEqual({ leg: 0n, transaction: 0n, block: 0n });
  expect((await countEarlier(whole!.db, start)).leg).toBeGreaterThan(20n);
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
    await sql`lock table block in access exclusive mode`.execute(tx); // after the legs are deleted
    const dropping = dropAll(dying, MARGIN).catch((error: unknown) => error);
    for (let count = 0; count === 0;)
      count = (
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%delete from "block"%'`.execute(
          tx,
        )
      ).rows.length;
    return await dropping;
  });
  expect(failed).toBeInstanceOf(Error);
  expect(await countEarlier(db, head)).toEqual(earlier);
  expect((await findChainState(db, "eth"))!.startBlock).toBe(before);
  const starts = await Promise.all([dropAll(db, MARGIN), dropAll(other, MARGIN)]);
  expect(starts).toEqual([head - 30n - MARGIN + 1n, head - 30n - MARGIN + 1n]);
  await Promise.all([closeDatabase(other), closeDatabase(dying)]);
  await expectEqual(starts[0], head);
});

test("after a reorganisation of kept blocks nothing from before them is lost", async () => {
  await chain.rpc.call("anvil_rollback", [10]);
  await playActs(scene, { numRuns: 4, seed: 1 });
  const head = await sync(30n);
  await expectEqual((await findChainState(kept!.db, "eth"))!.startBlock, head);
});

test("with the setting off nothing more is dropped; on again, with fewer blocks, more is", async () => {
  const { startBlock } = (await findChainState(kept!.db, "eth"))!;
  await playActs(scene, { numRuns: 12, seed: 2 });
  await sync(undefined);
  expect(await dropAll(kept!.db, MARGIN)).toBe(startBlock);
  await playActs(scene, { numRuns: 1, seed: 4 });
  const head = await sync(9n);
  const start = await dropAll(kept!.db, MARGIN);
  expect(start).toBe(head - 9n - MARGIN + 1n);
  await chain.rpc.call("anvil_rollback", [Number(MARGIN)]);
  await playActs(scene, { numRuns: 3, seed: 3 });
  await expectEqual(start, await sync(9n));
});
