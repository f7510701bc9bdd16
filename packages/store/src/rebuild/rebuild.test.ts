import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ensureChainState } from "../chains/chains.ts";
import type { Store } from "../database/database.ts";
import { queueAccountCodes, writeAccountCodes } from "../contracts/accountCodes.ts";
import type { Address } from "../encoding/bytea.ts";
import { listContractMetadata } from "../history/historyMetadata.ts";
import { findFirstPartition, partitionChain } from "../retention/partitions.ts";
import { noteProtocolError, replacePools } from "../protocols/protocolStats.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import type { TestDatabase } from "../testing/testDatabase.ts";
import { beginRebuild } from "./beginRebuild.ts";
import { finishRebuild } from "./finishRebuild.ts";
import { NEXT_SEARCH_PATH } from "./nextIndex.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await ensureChainState(database.db, { chain: "eth", chainId: 1, startBlock: 0n });
});
afterEach(async () => await database.drop());

const account: Address = `0x${"a1".repeat(20)}`;
const delegate: Address = `0x${"de".repeat(20)}`;
const range = { firstBlock: 0n, size: 64n };

test("what was read of an account during a rebuild is kept, its delegate too", async () => {
  const { db } = database;
  await queueAccountCodes(db, "eth", new Set([account]));
  await beginRebuild(db);
  const at = { blockNumber: 7n, timeAt: 1_700_000_000 };
  await writeAccountCodes(db, "eth", at, [{ address: account, hasCode: false, delegate }]);
  await finishRebuild(db);
  const [found] = await listContractMetadata(db, [{ chain: "eth", address: account }]);
  expect(found?.code).toMatchObject({ hasCode: false, delegate, readBlock: 7n });
});

const POOL = { chain: "eth", name: "Lending", contracts: [account], amounts: [], depositUsd: null, receipt: null };
const USERS = { userCount: null, valuableUserCount: null };

test("pools are those of the former index until the next one has read their protocol", async () => {
  const { db } = database;
  const replace = async (tx: Store, protocolId: string, blockNumber: bigint, tvlUsd: number, ids: string[]) => {
    const at = { blockNumber, timeAt: 1_700_000_000 + Number(blockNumber) };
    const pools = ids.map((poolId) => ({ ...POOL, ...USERS, ...at, poolId, protocolId }));
    await replacePools(tx, "eth", protocolId, { ...at, tvlUsd, pools });
  };
  await replace(db, "read", 7n, 100, ["0xa", "0xb"]);
  await replace(db, "unread", 7n, 200, ["0xa"]);
  await replace(db, "failed", 7n, 300, ["0xc"]);
  await beginRebuild(db);
  await db.transaction().execute(async (tx) => {
    await sql`set local search_path = ${sql.raw(NEXT_SEARCH_PATH)}`.execute(tx);
    await replace(tx, "read", 8n, 110, ["0xb"]);
    await noteProtocolError(tx, { id: "failed", chain: "eth", error: "reverted" });
  });
  await finishRebuild(db);
  const { rows } = await sql`
    select id, tvl_usd, protocol.time_at::int - 1700000000 as block, error,
      (select string_agg(pool_id, ' ' order by pool_id) from pool where protocol_id = id) as pools
    from protocol order by id`.execute(db);
  expect(rows).toEqual([
    { id: "failed", tvl_usd: 300, block: 7, error: "reverted", pools: "0xc" },
    { id: "read", tvl_usd: 110, block: 8, error: null, pools: "0xb" },
    { id: "unread", tvl_usd: 200, block: 7, error: null, pools: "0xa" },
  ]);
});

test("tables are not partitioned during a rebuild, but after it", async () => {
  const { db } = database;
  await beginRebuild(db);
  await partitionChain(db, "eth", range);
  expect(await findFirstPartition(db, "eth")).toBeUndefined();
  await finishRebuild(db);
  await partitionChain(db, "eth", range);
  expect(await findFirstPartition(db, "eth")).toEqual({ firstBlock: 0n, endBlock: 64n });
});

test("an index does not replace one whose tables were partitioned meanwhile", async () => {
  const { db } = database;
  await beginRebuild(db);
  await sql`insert into kept_partition (chain, first_block, end_block) values ('eth', 0, 64)`.execute(db);
  await expect(finishRebuild(db)).rejects.toThrow("Tables were partitioned since the rebuild began");
});
