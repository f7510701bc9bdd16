import { ByteTable, getChain } from "@portico/evm";
import type { Address, Hash } from "@portico/evm";
import {
  describeNftContracts,
  ensureChainState,
  ensureNfts,
  findChainState,
  listUnreadAccounts,
  writeNftOutcomes,
} from "@portico/store";
import type { Store } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { ChainWork } from "./chainWork.ts";
import { inMeteredTransaction } from "./meteredTransaction.ts";
import { createPairSet } from "./pairSet.ts";
import { createProgressMeter } from "../status/progress.ts";
import { packBlocks } from "./packedRange.ts";
import type { SourceBlock } from "../source/sourceBlock.ts";
import { packLogs } from "../testing/blockLogs.ts";
import { writeRange } from "./writeRange.ts";
import type { RangeStep } from "./writeRange.ts";
import { createHeadPrices } from "../prices/head/headWork.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const hash: Hash = `0x${"11".repeat(32)}`;
const apes: Address = "0x00000000000000000000000000000000000000a1";
const cats: Address = "0x00000000000000000000000000000000000000a2";
const block = { blockNumber: 5n, hash, timeAt: 500 };

const writes: number[] = [];
const given: Partial<ChainWork> = {
  db,
  chain: getChain("eth"),
  queued: createPairSet(),
  storedRecipients: new Set<string>(),
  knownTokens: new Set(),
  operatorContracts: new Set(),
  tokenTable: new ByteTable(20),
  knownSources: { byAddress: new Map(), aggregators: undefined },
  prices: createHeadPrices(),
  meter: { ...createProgressMeter("eth", () => undefined), noteWrite: (ms) => void writes.push(ms) },
  lock: async () => undefined,
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what writing a range uses of it
const work = given as ChainWork;

test("a range lists replaced NFT contracts, NFTs with new metadata and spenders, moves the cursor, and is one write", async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 5n });
  const fields = { isErc1155: false, name: null, symbol: null };
  await describeNftContracts(db, "eth", 4n, [
    { ...fields, address: apes },
    { ...fields, address: cats },
  ]);
  const nothing = { withdrawals: [], rewards: [], transactions: [], internalTransfers: [], creations: [] };
  const source: SourceBlock = { ...block, ...nothing, logs: packLogs([]), parentHash: hash, miner: undefined };
  await ensureNfts(db, "eth", [{ contract: apes, tokenId: 1n, isErc1155: false }]);
  await writeNftOutcomes(db, "eth", [{ contract: apes, tokenId: 1n, uri: null, kind: "failed", error: "none" }]);
  const refreshes = new Map([[apes, { contract: apes, ranges: [{ first: 0n, last: 9n }], timeAt: 2 ** 31 }]]);
  const approval = { owner: apes, contract: apes, operator: cats, blockNumber: 5n, timeAt: 500 };
  const operatorApprovals = new Map([["", approval]]);
  const changed = { upgraded: new Set([apes]), refreshes, operatorApprovals };
  const range = { ...packBlocks(getChain("eth"), [source]), ...changed, tokens: [], sources: [] };
  await writeRange(work, { cursor: undefined, range, head: block });
  const rows = await db.selectFrom("nft_contract").select("metadata_block").orderBy("address").execute();
  expect(rows.map(({ metadata_block }) => metadata_block)).toEqual([null, 4n]);
  const { refresh_at } = await db.selectFrom("nft").select("refresh_at").executeTakeFirstOrThrow();
  expect(refresh_at).toBeInstanceOf(Date);
  expect(await listUnreadAccounts(db, "eth", 9)).toEqual([cats]);
  expect((await findChainState(db, "eth"))?.logs).toEqual(block);
  expect(writes).toEqual([expect.any(Number)]);
});

test("a rolled-back transaction does not count as a write", async () => {
  writes.length = 0;
  await expect(inMeteredTransaction(work, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await inMeteredTransaction(work, async () => 7)).toBe(7);
  expect(writes).toHaveLength(1);
});

/** A range of one block after the first, without any change. */
function createNext(): RangeStep {
  const nothing = { withdrawals: [], rewards: [], transactions: [], internalTransfers: [], creations: [] };
  const next = { blockNumber: 6n, hash, timeAt: 600 };
  const source: SourceBlock = { ...next, ...nothing, logs: packLogs([]), parentHash: hash, miner: undefined };
  return { cursor: block, range: { ...packBlocks(getChain("eth"), [source]), tokens: [], sources: [] }, head: next };
}

const listNumbers = async () => {
  const blocks = await db.selectFrom("block").select("block_number").orderBy("block_number").execute();
  return blocks.map(({ block_number }) => block_number);
};

test("of a range whose predecessor was not stored nothing is stored", async () => {
  const previous = Promise.reject(new Error("not stored"));
  previous.catch(() => undefined);
  await expect(writeRange(work, createNext(), previous)).rejects.toThrow("not stored");
  expect(await listNumbers()).toEqual([5n]);
  expect((await findChainState(db, "eth"))?.logs).toEqual(block);
});

test("a range is sent while its predecessor is being stored, and is stored after it", async () => {
  const previous = Promise.withResolvers<void>();
  const locks: (bigint | undefined)[] = [];
  const locking = { ...work, lock: async (_: Store, cursor: bigint | undefined) => void locks.push(cursor) };
  const writing = writeRange(locking, createNext(), previous.promise);
  const sent = async () => {
    const { rows } = await sql`
      select from pg_locks where relation = 'block'::regclass and mode = 'RowExclusiveLock'`.execute(db);
    return rows.length;
  };
  await expect.poll(sent).toBe(1);
  expect([locks, await listNumbers()]).toEqual([[], [5n]]);
  previous.resolve();
  await writing;
  expect([locks, await listNumbers()]).toEqual([[5n], [5n, 6n]]);
});
