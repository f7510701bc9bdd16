import { migrate } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createPrinter, createTestShell } from "./testing/createTestShell.ts";

const empty = () => createTestDatabase({ template: "template1" });

test("a plan names the tables that are rewritten, and changes nothing; then the migrations are applied", async () => {
  const { db, drop } = await empty();
  await migrate(db, { upTo: "0020_subjects" });
  await sql`
    insert into block (chain, block_number, hash, time_at)
    select 'eth', n, sha256(n::text::bytea), n from generate_series(1, 1000) n`.execute(db);
  await sql`analyze block`.execute(db);
  const run = createPrinter(db);
  const plan = await run("migrate", "--plan");
  expect(plan[0]).toMatch(/^0021_block_times +rewrites block \(1000 rows, \d+\.\d kB\) +about a second$/);
  expect(plan[1]).toMatch(/^0022_doubled_wraps +adds tables, columns or indexes +about a second$/);
  expect(plan.at(-1)).toMatch(/^\d+ migrations in one transaction: about a second$/);
  const applied = await run("migrate");
  expect(applied[0]).toBe("applying 0021_block_times");
  expect(applied.at(-1)).toMatch(/^\d+ applied: the schema is of this version$/);
  expect(await run("migrate", "--plan")).toEqual(["Nothing to do: the schema is of this version"]);
  expect(JSON.parse((await run("migrate", "--json")).join("\n"))).toEqual({ applied: [], unknown: [] });
  await drop();
});

test("what is indexed is deleted only with --rebuild", async () => {
  const { db, drop } = await empty();
  await migrate(db, { upTo: "0010_prices" });
  await sql`
    insert into chain_state (chain, chain_id, start_block, logs_block) values ('eth', 1, 7, 9)`.execute(db);
  await sql`insert into block (chain, block_number, hash, time_at) values ('eth', 9, sha256(''), 9)`.execute(db);
  const run = createTestShell(db);
  const { lines } = await run("migrate", "--plan");
  expect(lines[0]).toMatch(/^0011_positions +deletes block \(\d+ rows, .*\)/);
  expect(lines.at(-1)).toContain("--rebuild");
  expect(await run("migrate")).toMatchObject({ code: 1, errors: expect.stringContaining("0011_positions") as string });
  expect((await sql`select from block`.execute(db)).rows).toHaveLength(1);
  expect(await run("migrate", "--rebuild")).toMatchObject({ code: 0 });
  expect((await sql`select from block`.execute(db)).rows).toHaveLength(0);
  await drop();
});
