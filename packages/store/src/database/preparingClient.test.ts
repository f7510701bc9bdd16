import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "./database.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

const { url, drop } = await createTestDatabase();
const db = openDatabase(url, { max: 1, prepares: true });
afterAll(async () => {
  await closeDatabase(db);
  await drop();
});

const query = (n: number) => sql<{ n: number }>`select * from counted where n = ${n}`.execute(db);
const countPrepared = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_prepared_statements`.execute(db);
  return rows[0]!.n;
};

test("a statement is prepared once, and continues to work when its table gets a column", async () => {
  await sql`create table counted (n int)`.execute(db);
  await sql`insert into counted values (7)`.execute(db);
  for (let round = 0; round < 10; round++) expect((await query(7)).rows).toEqual([{ n: 7 }]);
  expect((await query(8)).rows).toEqual([]);
  expect(await countPrepared()).toBe(1);
  await sql`alter table counted add column more text`.execute(db);
  for (let round = 0; round < 2; round++) expect((await query(7)).rows).toEqual([{ n: 7, more: null }]);
  await expect(sql`select ${1}::int from nowhere`.execute(db)).rejects.toThrow('relation "nowhere" does not exist');
});
