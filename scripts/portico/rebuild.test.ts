import {
  closeDatabase,
  listBalances,
  listChainStates,
  NEXT_SEARCH_PATH,
  openDatabase,
  takeLease,
  releaseLease,
  writeBalances,
} from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createPrinter, createTestShell } from "./testing/createTestShell.ts";

const { db, url, drop } = await createTestDatabase();
const nextUrl = new URL(url);
nextUrl.searchParams.set("options", `-csearch_path=${NEXT_SEARCH_PATH}`);
const next = openDatabase(nextUrl.href, { max: 2 });
afterAll(async () => {
  await closeDatabase(next);
  await drop();
});

const print = createPrinter(db);
const run = createTestShell(db);
const owner = `0x${"0a".repeat(20)}` as const;
const token = `0x${"0b".repeat(20)}` as const;
const amounts = async (store = db) => (await listBalances(store, owner, ["eth"])).map(({ rawAmount }) => rawAmount);

/** Names, options and definitions of everything in a schema. */
const describe = async (schema: string) => {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', relname, relkind::text, reloptions::text, pg_get_indexdef(c.oid),
      (select string_agg(concat_ws(' ', attname, atttypid::regtype, attnotnull, pg_get_expr(adbin, adrelid)), ', ' order by attnum)
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = c.oid and attnum > 0 and not attisdropped and c.relkind <> 'i')) as line
    from pg_class c where relnamespace = to_regnamespace(${schema}) order by relname`.execute(db);
  return rows.map(({ line }) => line.replaceAll(/portico_next\.|portico_old\.|public\./g, ""));
};

/** A user who may only read. */
async function createGuest() {
  const name = `portico_rebuilder_${process.pid}`;
  await sql.raw(`create role ${name} login password 'guest'`).execute(db);
  await sql.raw(`grant select on all tables in schema public to ${name}`).execute(db);
  const named = new URL(url);
  named.username = name;
  named.password = "guest";
  const guest = openDatabase(named.href, { max: 1 });
  const dropGuest = async () => {
    await closeDatabase(guest);
    await sql.raw(`drop owned by ${name}; drop role ${name}`).execute(db);
  };
  return { db: guest, drop: dropGuest };
}

test("an index is filled beside the one that answers, and answers when it has everything", async () => {
  const before = await describe("public");
  await sql`
    insert into chain_state (chain, chain_id, start_block, logs_block, balances_block) values ('eth', 1, 7, 9, 9)`.execute(
    db,
  );
  await writeBalances(db, "eth", 9n, [{ owner, token, rawAmount: 5n }]);
  await sql`insert into sight (owner, chain, block_number) values (${"\\x" + owner.slice(2)}::bytea, 'eth', 9)`.execute(
    db,
  );
  const role = `portico_reader_${process.pid}`;
  await sql.raw(`create role ${role}; grant select on balance to ${role}`).execute(db);

  expect((await print("rebuild", "begin", "--plan"))[0]).toMatch(/^The present index has [\d.]+ [kM]B: as much again/);
  expect((await print("rebuild", "status")).join()).toContain("No index is being rebuilt");
  await sql`insert into kept_partition (chain, first_block, end_block) values ('eth', 8, 9)`.execute(db);
  expect((await run("rebuild", "begin")).errors).toMatch(/^Tables are partitioned/);
  await sql`delete from kept_partition`.execute(db);
  await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '')`.execute(db);
  expect((await run("rebuild", "begin")).errors).toMatch(/later version of Portico \(9999_later\): .* that version$/);
  await sql`delete from kysely_migration where name = '9999_later'`.execute(db);
  const guest = await createGuest();
  expect(await createTestShell(guest.db)("rebuild", "begin")).toMatchObject({
    code: 1,
    errors: expect.stringMatching(
      /^The database refused it: permission denied for database .*may create schemas/,
    ) as string,
  });
  await guest.drop();
  expect(await print("rebuild", "begin")).toEqual([
    "The next index is there, and empty.",
    "Start a second indexer, whose DATABASE_URL ends with ?options=-csearch_path%3Dportico_next,public",
  ]);
  expect((await print("rebuild", "begin"))[0]).toBe("The next index is there already.");
  const there = await describe("portico_next");
  expect(there.filter((line) => !before.includes(line))).toEqual([]);
  expect((await print("rebuild", "status"))[0]).toBe(
    "eth  block none of 9  lacks blocks after none, balances, first balances of 1 owners",
  );
  expect(await listChainStates(next)).toMatchObject([{ chain: "eth", startBlock: 7n, logs: undefined }]);

  await writeBalances(next, "eth", 9n, [{ owner, token, rawAmount: 6n }]);
  expect([await amounts(), await amounts(next)]).toEqual([[5n], [6n]]);
  expect(await run("rebuild", "finish")).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^The next index is not complete: eth lacks/) as string,
  });
  await sql`update chain_state set logs_block = 9, balances_block = 9`.execute(next);
  await sql`update sight set block_number = 9`.execute(next);
  const lease = (await takeLease(next, { name: "eth", holder: "indexer", ttlMs: 60_000 }))!;
  expect((await run("rebuild", "finish")).errors).toBe("Stop the indexers of both indexes first: eth is being indexed");
  expect(await amounts()).toEqual([5n]);
  await releaseLease(next, lease);

  expect((await print("rebuild", "status")).join("\n")).toMatch(/^eth +block 9 of 9 +complete\n[^]*rebuild finish/);
  await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '')`.execute(db);
  expect((await run("rebuild", "finish")).errors).toContain("was migrated since the rebuild began");
  await sql`delete from kysely_migration where name = '9999_later'`.execute(db);
  await print("rebuild", "finish");
  expect([await amounts(), await amounts(next)]).toEqual([[6n], [6n]]);
  expect((await describe("public")).toSorted()).toEqual(before.toSorted());
  const { rows } = await sql`select has_table_privilege(${role}, 'balance', 'select') as "isReadable"`.execute(db);
  expect(rows).toEqual([{ isReadable: true }]);
  expect((await run("rebuild", "begin")).errors).toContain("still has the index before the last rebuild");
  expect(await print("rebuild", "delete", "old")).toEqual(["The old index is deleted"]);
  expect(await print("rebuild", "delete", "next")).toEqual(["There is no next index"]);
  await sql.raw(`drop owned by ${role}; drop role ${role}`).execute(db);
});
