import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readOwner } from "../balances/readOwner.ts";
import { readTopHolders } from "../balances/topHolders.ts";
import { withClient } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { toBytea } from "../encoding/bytea.ts";
import { ALL_TRANSACTIONS, TRANSACTIONS_WITH_TOKENS } from "../history/historyStatement.ts";
import { readHistory } from "../history/readHistory.ts";
import { READ_PORTFOLIO_ON_SHARD } from "../portfolio/portfolioStatement.ts";
import { beginRebuild } from "../rebuild/beginRebuild.ts";
import { openReads } from "../replicas/openReads.ts";
import { dropBlocks } from "../retention/dropBlocks.ts";
import { setRetention } from "../retention/setRetention.ts";
import { address, alice, append, bob, coin, emptyHistory, hash, START, usdc } from "../testing/history.ts";
import type { Block } from "../testing/history.ts";
import { freePort } from "../postgres/freePort.ts";
import { atNode, openNodes, READ_OPTIONS } from "../testing/openNodes.ts";
import { createTemplate, createTestDatabase, dropRun } from "../testing/testDatabase.ts";
import type { TestDatabase } from "../testing/testDatabase.ts";
import { distribute, planDistribution } from "./distribute.ts";

const CITUS_URL = process.env["CITUS_URL"];
if (CITUS_URL === undefined) {
  console.log("Distribution is not tested: set CITUS_URL to the coordinator of a Citus cluster with workers");
}

/** Owners, more than there are shards. */
const owners = [alice, bob, ...Array.from({ length: 20 }, (_, n) => address(0x1000 + n))];

const createBlock = (n: number): Block => ({
  blockNumber: BigInt(n),
  hash: hash(n),
  timeAt: START + 12 * n,
  transactions: owners.map((sender, txIndex) => ({
    blockNumber: BigInt(n),
    txIndex,
    hash: hash(1000 * n + txIndex),
    timeAt: START + 12 * n,
    sender,
    recipient: usdc,
    nonce: BigInt(n),
    rawValue: 0n,
    input: "0x",
    isSuccess: true,
    gasUsed: 21_000n,
    rawFee: 1n,
  })),
  legs: owners.map((owner, txIndex) => ({
    owner,
    blockNumber: BigInt(n),
    txIndex,
    txHash: hash(1000 * n + txIndex),
    timeAt: START + 12 * n,
    kind: 0,
    index: txIndex,
    subIndex: 0,
    isInbound: true,
    token: usdc,
    counterparty: coin,
    rawAmount: BigInt(1 + txIndex),
  })),
});

/** Everything that these reads say of all owners. */
async function readAll(db: Store) {
  const chains = ["eth", "base", "arb"];
  const holders = await readTopHolders(db, { chain: "eth", token: usdc, start: 3, limit: 7 });
  const ofOwners = [];
  for (const owner of owners) {
    const { balances, syncStatuses } = await readOwner(db, { owner, chains });
    const history = await readHistory(db, { owner, chains, count: 2 });
    const ofToken = await readHistory(db, { owner, chains, count: 2, tokens: new Map([["eth", [usdc]]]) });
    ofOwners.push({ balances, syncStatuses, history, ofToken });
  }
  return { holders, ofOwners };
}

/** Moves each shard of one node to another one. */
async function moveShards(db: Store): Promise<void> {
  const { rows } = await sql<{ id: string; from: number; to: number }>`
    select s.shardid::text as id, n.nodeport as from, (
      select nodeport from pg_dist_node other where other.groupid <> 0 and other.groupid <> n.groupid limit 1
    ) as to
    from pg_dist_shard s join pg_dist_placement p using (shardid) join pg_dist_node n using (groupid)
    where s.logicalrelid = 'balance'::regclass and n.groupid = (select min(groupid) from pg_dist_node where groupid <> 0)`.execute(
    db,
  );
  for (const { id, from, to } of rows) {
    await sql`
      select citus_move_shard_placement(${id}::bigint, nodename, ${from}::integer, nodename, ${to}::integer, 'block_writes')
      from pg_dist_node where nodeport = ${from}::integer`.execute(db);
  }
  expect(rows.length).toBeGreaterThan(0);
}

async function explain(db: Store, { text }: { text: string }, values: readonly unknown[]): Promise<string> {
  const { rows } = await withClient(db, (client) =>
    client.query<{ "QUERY PLAN": string }>(`explain ${text}`, [...values]),
  );
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

describe.runIf(CITUS_URL !== undefined)("on Citus", () => {
  const serverUrl = CITUS_URL ?? "";
  let template: string;
  let citus: TestDatabase;
  let plain: TestDatabase;

  beforeAll(async () => {
    template = await createTemplate(serverUrl);
    citus = await createTestDatabase({ serverUrl, template });
    plain = await createTestDatabase();
    for (const { db } of [plain, citus]) {
      await emptyHistory(db);
      await append(db, "eth", [1, 2, 3, 4, 5].map(createBlock));
    }
  }, 300_000);
  afterAll(async () => {
    await citus.drop();
    await plain.drop();
    await dropRun(serverUrl, template);
  });

  test("reads of owners and top holders are those of one server", async () => {
    expect(await readAll(citus.db)).toEqual(await readAll(plain.db));
  });

  test("reads of owners from their nodes are the same, and none is left to the coordinator", async () => {
    const nodes = await openNodes(citus);
    try {
      expect(await readAll(nodes.db)).toEqual(await readAll(plain.db));
      expect(nodes.missed()).toBe(0);
      for (const { isUsed, reads } of nodes.figures()) expect(isUsed && reads > 0).toBe(true);
    } finally {
      await nodes.close();
    }
  });

  test("owners whose shard was moved are not read from its former rows", async () => {
    const nodes = await openNodes(citus);
    try {
      await readAll(nodes.db);
      await moveShards(citus.db);
      await append(citus.db, "eth", [createBlock(6)]);
      await append(plain.db, "eth", [createBlock(6)]);
      const expected = await readAll(plain.db);
      expect(await readAll(nodes.db)).toEqual(expected);
      expect(nodes.missed()).toBeGreaterThan(0);
      await vi.waitFor(async () => {
        const before = nodes.missed();
        await readAll(nodes.db);
        expect(nodes.missed()).toBe(before);
      }, 60_000);
      expect(await readAll(nodes.db)).toEqual(expected);
    } finally {
      await nodes.close();
    }
  });

  test("a server that does not respond is left out, and one of another database refused", async () => {
    const away = { url: atNode(citus.url, "127.0.0.1", await freePort()), host: "away" };
    const nodes = await openReads(citus.db, { ...READ_OPTIONS, databaseUrl: citus.url, readUrls: [away] });
    try {
      expect(await readAll(nodes.db)).toEqual(await readAll(plain.db));
      expect(nodes.figures()).toMatchObject([
        { host: "away", isUsed: false, reason: expect.stringContaining("ECONNREFUSED") },
      ]);
    } finally {
      await nodes.close();
    }
    const other = { url: plain.url, host: "other" };
    await expect(openReads(citus.db, { ...READ_OPTIONS, databaseUrl: citus.url, readUrls: [other] })).rejects.toThrow(
      /DATABASE_READ_URL can't be used: the server at other is no node of a distributed database/,
    );
  });

  test("any owner's read touches one shard", async () => {
    const owner = [toBytea(alice), ["eth", "base"]];
    const plans = [
      await explain(citus.db, ALL_TRANSACTIONS, [...owner, 10, null]),
      await explain(citus.db, TRANSACTIONS_WITH_TOKENS, [...owner, 10, null, ["eth"], [toBytea(usdc)]]),
      await explain(citus.db, READ_PORTFOLIO_ON_SHARD, [...owner, [toBytea(usdc)]]),
    ];
    for (const plan of plans) {
      const counts = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => count);
      expect(counts.length).toBeGreaterThan(0);
      expect(new Set(counts)).toEqual(new Set(["1"]));
    }
  });

  test("a distributed database has nothing left to do, and an interrupted one goes on with its rows", async () => {
    await citus.drop();
    citus = await createTestDatabase({ serverUrl, template });
    await emptyHistory(citus.db);
    await append(citus.db, "eth", [1, 2, 3, 4, 5, 6].map(createBlock));
    expect((await planDistribution(citus.db)).every(({ isDone }) => isDone)).toBe(true);
    for (const table of ["leg", "token"]) {
      await sql`select undistribute_table(${table}::text)`.execute(citus.db);
    }
    const waiting = (await planDistribution(citus.db)).filter(({ isDone }) => !isDone);
    expect(waiting.map(({ name }) => name)).toEqual(["leg", "token"]);
    await distributeAlone(citus);
    expect((await planDistribution(citus.db)).every(({ isDone }) => isDone)).toBe(true);
    expect(await readAll(citus.db)).toEqual(await readAll(plain.db));
  });

  test("blocks are not dropped, and the index is not rebuilt beside itself", async () => {
    const { db } = citus;
    expect(await setRetention(db, "eth", undefined)).toBe(false);
    await expect(setRetention(db, "eth", 1_000n)).rejects.toThrow(
      /keeps all blocks: remove PORTICO_KEEP_BLOCKS for eth/,
    );
    expect(await dropBlocks(db, "eth", { priceDays: 1, margin: 0n })).toBeUndefined();
    await sql`update chain_state set keep_blocks = 1000 where chain = 'eth'`.execute(db);
    await expect(planDistribution(db)).rejects.toThrow(/newest blocks of eth are to be kept/);
    await sql`update chain_state set keep_blocks = null, indexed_from = 0 where chain = 'eth'`.execute(db);
    await expect(planDistribution(db)).rejects.toThrow(/Blocks of eth were dropped/);
    await sql`update chain_state set indexed_from = null where chain = 'eth'`.execute(db);
    await sql`create table leg_of_blocks (block_number bigint) partition by range (block_number)`.execute(db);
    await expect(planDistribution(db)).rejects.toThrow(/leg_of_blocks is partitioned/);
    await sql`drop table leg_of_blocks`.execute(db);
    await expect(beginRebuild(db)).rejects.toThrow(/is distributed over several servers/);
  });

  test("it is refused while others use the database, and where a table is placed in another way", async () => {
    const client = new Client({ connectionString: citus.url });
    await client.connect();
    try {
      await expect(distribute(citus.db)).rejects.toThrow(/connections? uses? the database: stop the indexer/);
    } finally {
      await client.end();
    }
    await sql`select undistribute_table('residual')`.execute(citus.db);
    await sql`select create_reference_table('residual')`.execute(citus.db);
    await expect(planDistribution(citus.db)).rejects.toThrow(/residual is distributed in another way \(reference/);
  });
});

/** The pool's other connections end after a while. */
async function distributeAlone({ db }: TestDatabase): Promise<void> {
  await sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(db);
  await distribute(db);
}
