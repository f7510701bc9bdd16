/** Expand, then contract: each migration leaves what the earlier release reads and writes, see README.md. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Store } from "../database/database.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";

/** Since this one every migration keeps to the rule. */
const FIRST = "0037_scan_stages";

/** What a migration contracts, and why no earlier release uses it: `table.column is gone`, as the test reports it. */
const CONTRACTED: Readonly<Record<string, readonly string[]>> = {};

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
}

interface Schema {
  /** By `table.column`. */
  readonly columns: ReadonlyMap<string, Column>;
  /** `table: definition` of checks, unique and foreign keys. */
  readonly constraints: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
}

async function readSchema(db: Store): Promise<Schema> {
  const { rows: columns } = await sql<Column>`
    select table_name || '.' || column_name as name, udt_name as type, is_nullable = 'YES' as "isNullable",
      column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as "hasDefault"
    from information_schema.columns where table_schema = 'public'`.execute(db);
  const { rows: constraints } = await sql<{ text: string }>`
    select conrelid::regclass || ': ' || pg_get_constraintdef(oid) as text from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u', 'x')`.execute(db);
  const { rows: functions } = await sql<{ text: string }>`
    select oid::regprocedure::text as text from pg_proc where pronamespace = 'public'::regnamespace`.execute(db);
  return {
    columns: new Map(columns.map((column) => [column.name, column])),
    constraints: new Set(constraints.map(({ text }) => text)),
    functions: new Set(functions.map(({ text }) => text)),
  };
}

const tableOf = (name: string): string => name.split(/[.:]/, 1)[0]!;

/** What an earlier release could miss, or be refused. */
function listContractions(before: Schema, after: Schema): string[] {
  const tables = new Set([...before.columns.keys()].map(tableOf));
  const changed = [...before.columns.values()].flatMap((old) => {
    const now = after.columns.get(old.name);
    if (now === undefined) return [`${old.name} is gone`];
    if (now.type !== old.type) return [`${old.name} is ${now.type} instead of ${old.type}`];
    const isRequired = (column: Column) => !column.isNullable && !column.hasDefault;
    return isRequired(now) && !isRequired(old) ? [`${old.name} is required`] : [];
  });
  const added = [...after.columns.values()]
    .filter(({ name, isNullable, hasDefault }) => !before.columns.has(name) && !isNullable && !hasDefault)
    .filter(({ name }) => tables.has(tableOf(name)))
    .map(({ name }) => `${name} is required`);
  const limited = [...after.constraints]
    .filter((text) => !before.constraints.has(text) && tables.has(tableOf(text)) && !isOfNewColumn(before, text))
    .map((text) => `${text} is new`);
  const lost = [...before.functions].filter((text) => !after.functions.has(text)).map((text) => `${text} is gone`);
  return [...changed, ...added, ...limited, ...lost].toSorted();
}

/** A check of a new column refuses no write that leaves it out. */
function isOfNewColumn({ columns }: Schema, text: string): boolean {
  const words = text.slice(text.indexOf(":")).match(/[a-z_]\w*/g) ?? [];
  return !words.some((word) => columns.has(`${tableOf(text)}.${word}`));
}

test("each migration adds, so that the release before it reads and writes as before", async () => {
  const { db, drop } = await createTestDatabase({ template: "template1" });
  const names = Object.keys(migrations);
  await migrate(db, { upTo: names[names.indexOf(FIRST) - 1]! });
  let before = await readSchema(db);
  const found: Record<string, string[]> = {};
  for (const name of names.slice(names.indexOf(FIRST))) {
    await migrate(db, { upTo: name, allowRebuild: true });
    const after = await readSchema(db);
    const contractions = listContractions(before, after);
    if (contractions.length > 0) found[name] = contractions;
    before = after;
  }
  expect(found).toEqual(CONTRACTED);
  await sql`alter table chain_state alter column start_block type numeric, drop column chain_id, add later integer not null,
    add constraint low check (start_block < 9)`.execute(db);
  expect(listContractions(before, await readSchema(db))).toEqual([
    "chain_state.chain_id is gone",
    "chain_state.later is required",
    "chain_state.start_block is numeric instead of int8",
    expect.stringMatching(/^chain_state: CHECK .* is new$/),
  ]);
  await drop();
});
