import { sql } from "kysely";
import { expect, test } from "vitest";
import { listAccessKeys } from "../accounts/accessKeys.ts";
import { listBalances } from "../balances/balances.ts";
import { ensureChainState, listChainStates } from "../chains/chains.ts";
import { closeDatabase, openDatabase } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { migrate } from "./migrate.ts";
import { migrationCosts } from "./migrationCosts.ts";
import { migrations } from "./migrations.ts";
import { listPendingScans } from "../balances/initialScans.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

const names = Object.keys(migrations);
const empty = () => createTestDatabase({ template: "template1" });

test("an empty database gets every migration in order, and none the second time", async () => {
  const { db, drop } = await empty();
  expect(await migrate(db)).toEqual(names);
  expect(names).toEqual(names.toSorted());
  expect(await migrate(db)).toEqual([]);
  await drop();
});

test("an older database keeps its data, and gets missing tables and columns", async () => {
  const { db, drop } = await empty();
  await migrate(db, { upTo: "0001_chains" });
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 7n });
  expect(await migrate(db)).toEqual(names.slice(1));
  expect(await listChainStates(db)).toMatchObject([{ chain: "eth", startBlock: 7n }]);
  expect(await listAccessKeys(db)).toEqual([]);
  await drop();
});

test.each([
  ["prices were stored", "0009_processes"],
  ["protocols' events were indexed", "0010_prices"],
])(
  "a database indexed before %s is indexed again from its start block, and scanned addresses wait",
  async (_, name) => {
    const { db, drop } = await empty();
    await migrate(db, { upTo: name });
    await sql`
    insert into chain_state (chain, chain_id, start_block, logs_block, balances_block)
    values ('eth', 1, 7, 9, 9)`.execute(db);
    await sql`
    insert into balance (owner, chain, token, raw_amount, block_number)
    values (decode(repeat('0a', 20), 'hex'), 'eth', decode(repeat('0b', 20), 'hex'), 5, 9)`.execute(db);
    await sql`insert into sight (owner, chain, block_number) values (decode(repeat('0a', 20), 'hex'), 'eth', 9)`.execute(
      db,
    );
    await expect(migrate(db)).rejects.toThrow(
      /is unchanged: .*0011_positions would delete what is indexed of eth, .* allow it with pnpm portico migrate --rebuild/,
    );
    expect((await sql`select from balance`.execute(db)).rows).toHaveLength(1);
    await migrate(db, { allowRebuild: true });
    expect(await listChainStates(db)).toMatchObject([{ startBlock: 7n, logs: undefined, balances: undefined }]);
    expect(await listBalances(db, `0x${"0a".repeat(20)}`, ["eth"])).toEqual([]);
    expect(await listPendingScans(db, "eth", 9)).toEqual([`0x${"0a".repeat(20)}`]);
    await drop();
  },
);

test("no column with a chain's time ends in 2038, and an older database keeps its values", async () => {
  const { db, drop } = await empty();
  await migrate(db, { upTo: "0018_operating" });
  await sql`
    insert into chain_state (chain, chain_id, start_block, logs_block, logs_hash, logs_time)
    values ('eth', 1, 0, 9, sha256(''), 2147483647)`.execute(db);
  await migrate(db);
  expect(await listChainStates(db)).toMatchObject([{ logs: { blockNumber: 9n, timeAt: 2 ** 31 - 1 } }]);
  const { rows } = await sql`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type = 'integer' and column_name ~ '(^|_)(at|time)$'`.execute(db);
  expect(rows).toEqual([]);
  await drop();
});

/** Where PostgreSQL stores the rows of each table: another file after they were written anew. */
async function readTables(db: Store): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; file: string }>`
    select relname as name, relfilenode::text as file from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db);
  return new Map(rows.map(({ name, file }) => [name, file]));
}

/** The table of each index, by the index's name. */
async function readIndexes(db: Store): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; table: string }>`
    select i.relname as name, t.relname as table from pg_index x
    join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = 'public'::regnamespace`.execute(db);
  return new Map(rows.map(({ name, table }) => [name, table]));
}

/** Before it, all that was indexed is deleted by a later migration anyway. */
const FIRST_WITH_COSTS = "0010_prices";

test("a database can be migrated further from every migration, and costs name each table that is written or indexed anew", async () => {
  const { db, drop } = await empty();
  for (const name of names) {
    const [tables, indexes] = [await readTables(db), await readIndexes(db)];
    expect(await migrate(db, { upTo: name })).toEqual([name]);
    if (name < FIRST_WITH_COSTS) continue;
    const { deletes = [], rewrites = [], reads = [] } = migrationCosts[name] ?? {};
    const [tablesNow, indexesNow] = [await readTables(db), await readIndexes(db)];
    const isWritten = ([table, file]: [string, string]) => tablesNow.has(table) && tablesNow.get(table) !== file;
    const written = [...tables].filter(isWritten).map(([table]) => table);
    expect({ name, written: written.toSorted() }).toEqual({ name, written: [...deletes, ...rewrites].toSorted() });
    const isNew = ([index, table]: [string, string]) => !indexes.has(index) && tables.has(table);
    const indexed = new Set([...indexesNow].filter(isNew).map(([, table]) => table));
    const unnamed = [...indexed].filter((table) => ![...written, ...reads].includes(table));
    expect({ name, unnamed }).toEqual({ name, unnamed: [] });
  }
  await drop();
});

test("several processes may migrate concurrently: one does, the others wait", async () => {
  const { url, drop } = await empty();
  const stores = Array.from({ length: 6 }, () => openDatabase(url, { max: 2 }));
  const applied = await Promise.all(stores.map((db) => migrate(db)));
  expect(applied.flat().toSorted()).toEqual(names);
  await Promise.all(stores.map(closeDatabase));
  await drop();
});

test("a database with an unknown newer migration is refused", async () => {
  const { db, drop } = await createTestDatabase();
  await sql`insert into kysely_migration values ('9999_future', now()::text)`.execute(db);
  await expect(migrate(db)).rejects.toThrow(
    "could not be migrated, and is unchanged: corrupted migrations: previously executed migration 9999_future is missing. " +
      "What to do: the database was migrated by a later version of Portico",
  );
  await drop();
});

test("a failed migration reports where, why and what to do, and changes nothing", async () => {
  const { url, db, drop } = await empty();
  await sql`create table balance (mine text)`.execute(db);
  await expect(migrate(db)).rejects.toThrow(
    'migrated (at 0002_owners), and is unchanged: relation "balance" already exists. What to do: the database has tables that are not Portico\'s',
  );
  const { rows } = await sql`select from pg_tables where schemaname = 'public' and tablename = 'chain_state'`.execute(
    db,
  );
  expect(rows).toEqual([]);
  const role = `portico_guest_${process.pid}`;
  await sql.raw(`create role ${role} login password 'guest'`).execute(db);
  const named = new URL(url);
  named.username = role;
  named.password = "guest";
  const guest = openDatabase(named.href, { max: 1 });
  await expect(migrate(guest)).rejects.toThrow(
    /permission denied for table kysely_migration. What to do: .* GRANT CREATE ON SCHEMA/,
  );
  await closeDatabase(guest);
  await sql.raw(`drop role ${role}`).execute(db);
  await drop();
  const away = openDatabase("postgresql://nobody:secret@127.0.0.1:1/none", { max: 1 });
  await expect(migrate(away)).rejects.toThrow(
    /^(?!.*secret).*ECONNREFUSED.*What to do: check that PostgreSQL is running/,
  );
  await closeDatabase(away);
});
