import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { distribute, planDistribution } from "./distribute.ts";
import { isDistributed } from "./isDistributed.ts";
import { TABLE_PLACEMENTS } from "./tablePlacements.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

test("every table of the schema has a place", async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
      and c.relname not like 'kysely%' order by c.relname`.execute(db);
  expect(Object.keys(TABLE_PLACEMENTS).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test("the primary key of a table that is distributed by owner contains the owner", async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey) and a.attname = 'owner'
    where i.indisprimary`.execute(db);
  const byOwner = Object.entries(TABLE_PLACEMENTS).flatMap(([name, placement]) => (placement === "owner" ? name : []));
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(byOwner));
});

test("a server without Citus is left as it is, and the message says what to do", async () => {
  await expect(planDistribution(db)).rejects.toThrow(/no Citus: install it on every node/);
  await expect(distribute(db)).rejects.toThrow(/one PostgreSQL is enough/);
  const { rows } = await sql`select 1 from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
    where d.datname = current_database()`.execute(db);
  expect(rows).toEqual([]);
  expect(await isDistributed(db)).toBe(false);
});
