import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ensureChainState } from "../chains/chains.ts";
import { queueAccountCodes, writeAccountCodes } from "../contracts/accountCodes.ts";
import type { Address } from "../encoding/bytea.ts";
import { listContractMetadata } from "../history/historyMetadata.ts";
import { findFirstPartition, partitionChain } from "../retention/partitions.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import type { TestDatabase } from "../testing/testDatabase.ts";
import { beginRebuild } from "./beginRebuild.ts";
import { finishRebuild } from "./finishRebuild.ts";

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
