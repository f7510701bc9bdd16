import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { closeDatabase, openDatabase } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { migrate } from "../migrations/migrate.ts";
import { assertMigrated } from "../migrations/migrationState.ts";
import type { migrations } from "../migrations/migrations.ts";
import { address, alice, append, bob, emptyHistory, hash, START, usdc } from "../testing/history.ts";
import { createCitusDatabase, TEST_SHARDS } from "../testing/testDatabase.ts";
import { distribute, markDistributed, planDistribution } from "./distribute.ts";
import { readNodes } from "./readNodes.ts";
import { listWaitingTables, placeTable } from "./tablePlaces.ts";

const CITUS_URL = process.env["CITUS_URL"];

async function create() {
  const database = await createCitusDatabase(CITUS_URL ?? "");
  onTestFinished(database.drop);
  return database;
}

/** A pool that knows what was done since. */
function reopen(url: string): Store {
  const db = openDatabase(url, { max: 1 });
  onTestFinished(() => closeDatabase(db));
  return db;
}

/** By name: where Citus has its rows. */
async function listKinds(db: Store, names: readonly string[]) {
  const { rows } = await sql<{ name: string; kind: string }>`
    select table_name::text as name, citus_table_type as kind from citus_tables
    where table_name::text = any(${names}::text[]) order by 1`.execute(db);
  return rows.map(({ name, kind }) => [name, kind]);
}

type Version = keyof typeof migrations;

/** A database of an earlier version, which that version distributed, with a row of an owner. */
async function distributeAt(version: Version): Promise<Store> {
  const { db, url } = await create();
  await migrate(db, { upTo: version });
  await sql`insert into chain_state (chain, chain_id, start_block) values ('eth', 1, 1)`.execute(db);
  await sql`insert into sight (owner, chain) values (decode(repeat('0a', 20), 'hex'), 'eth')`.execute(db);
  await markDistributed(db);
  for (const table of await listWaitingTables(db)) await placeTable(db, table, TEST_SHARDS);
  await closeDatabase(db);
  return reopen(url);
}

const owners = [alice, bob, ...Array.from({ length: 20 }, (_, n) => address(0x1000 + n))];

/** Legs and balances of owners on all shards. */
async function fill(db: Store): Promise<void> {
  await emptyHistory(db);
  const [blockNumber, timeAt] = [1n, START];
  const legs = owners.map((owner, txIndex) => {
    const [txHash, counterparty] = [hash(txIndex), usdc];
    const place = { blockNumber, txIndex, txHash, timeAt, kind: 0, index: txIndex, subIndex: 0 } as const;
    return { ...place, owner, isInbound: true, token: usdc, counterparty, rawAmount: 1n };
  });
  await append(db, "eth", [{ blockNumber, hash: hash(1), timeAt, legs, transactions: [] }]);
}

const readRows = async (db: Store) =>
  (
    await sql`
      select * from (select to_jsonb(b)::text as row from balance b union all select to_jsonb(l)::text from leg l) t
      order by 1`.execute(db)
  ).rows;

const STORE = new URL("../index.ts", import.meta.url).href;
const DISTRIBUTE = `
  import { distribute, openDatabase } from ${JSON.stringify(STORE)};
  const db = openDatabase(process.env.DATABASE_URL, { max: 1 });
  await distribute(db, { shardCount: ${TEST_SHARDS}, onTable: ({ name }) => console.log(name) });`;

describe.runIf(CITUS_URL !== undefined)("on Citus", () => {
  test.each<[Version, Version, [string, string][]]>([
    ["0023_rpc_rates", "0025_side_reads", [["token_twin", "reference"]]],
    ["0027_ledger", "0032_endpoint_limits", [["nft_contract", "reference"]]],
    [
      "0034_followed_owners",
      "0039_price_backfills",
      [
        ["owner_history", "distributed"],
        ["sight", "distributed"],
      ],
    ],
  ])(
    "a database that was distributed at %s is migrated to %s, and has its new tables placed",
    async (from, to, kinds) => {
      const db = await distributeAt(from);
      expect((await migrate(db, { upTo: to })).at(-1)).toBe(to);
      expect(await listWaitingTables(db)).toEqual([]);
      const names = kinds.map(([name]) => name);
      expect(await listKinds(db, names)).toEqual(kinds);
      for (const name of names) await sql`select * from ${sql.table(name)}`.execute(db);
      expect((await sql`select from sight join chain_state using (chain)`.execute(db)).rows).toHaveLength(1);
    },
  );

  test("killed in the middle it is refused by all that would serve or index, goes on, and loses nothing", async () => {
    const { db, url } = await create();
    await migrate(db);
    await fill(db);
    const rows = await readRows(db);
    await closeDatabase(db);

    const child = spawn(process.execPath, ["--input-type=module", "--eval", DISTRIBUTE], {
      env: { ...process.env, DATABASE_URL: url },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let count = 0;
    createInterface(child.stdout).on("line", () => {
      if (++count === 14) child.kill("SIGKILL");
    });
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    expect(child.signalCode).toBe("SIGKILL");

    const half = reopen(url);
    const found = await vi.waitFor(() => readNodes(half), 10_000);
    expect(found?.waiting.length).toBeGreaterThan(0);
    await expect(assertMigrated(half)).rejects.toThrow(
      /distributed only in part: \d+ tables? .* Run pnpm portico distribute again/,
    );
    await expect(migrate(half)).rejects.toThrow(/distributed only in part/);
    expect((await planDistribution(half)).some(({ isDone, placement }) => isDone && placement !== "local")).toBe(true);
    await vi.waitFor(() => distribute(half, { shardCount: TEST_SHARDS }), { timeout: 60_000, interval: 500 });

    const whole = reopen(url);
    await assertMigrated(whole);
    expect(await migrate(whole)).toEqual([]);
    expect((await readNodes(whole))?.waiting).toEqual([]);
    expect(await readRows(whole)).toEqual(rows);
  });
});
