import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { toByteaArray } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import { inTransaction, isPool } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { isDistributed } from "./isDistributed.ts";
import type { DistributedTable } from "./tablePlacements.ts";

/** Rows of a table that a statement works on. */
export interface OwnerRows {
  table: DistributedTable;
  /** Conditions of the rows, of which any suffices; SQL. */
  where: readonly RawBuilder<unknown>[];
  /** Of legs: further rows, of which only the newest is needed of those that are equal in `by`, beginning with `owner`. */
  newest?: { where: RawBuilder<unknown>; by: RawBuilder<unknown> };
  /** Whether the statement may change them, or add rows. */
  isWritten?: boolean;
}

/** SQL: whether a row is of one of these owners on a chain. */
export const isOfOwners = (chain: string, owners: readonly Address[]): RawBuilder<unknown> =>
  sql`chain = ${chain} and owner = any(${toByteaArray([...new Set(owners)])}::bytea[])`;

/** SQL: whether a row's owner and token are among those of these pairs, on a chain; not necessarily of the same pair. */
export const isOfPairs = (chain: string, pairs: readonly { owner: Address; token: Address }[]): RawBuilder<unknown> =>
  sql`${isOfOwners(
    chain,
    pairs.map(({ owner }) => owner),
  )}
    and token = any(${toByteaArray([...new Set(pairs.map(({ token }) => token))])}::bytea[])`;

const working = new WeakSet<Store>();

/**
 * Runs statements that combine several owners' rows in ways that a distributed database can't: on temporary copies of
 * those rows, of the tables' own names; then stores what they changed. On one server it only runs them. Within `work` of
 * another call it only runs them, too: on its rows.
 * @param rows - All rows of distributed tables that the statements read or change.
 */
export async function withOwnerRows<T>(
  db: Store,
  rows: (db: Store) => readonly OwnerRows[] | Promise<readonly OwnerRows[]>,
  work: (db: Store) => Promise<T>,
): Promise<T> {
  if (working.has(db) || !(await isDistributed(db))) return await work(db);
  if (isPool(db)) return await inTransaction(db, (tx) => withOwnerRows(tx, rows, work));
  const copies = await rows(db);
  if (copies.length === 0) return await work(db);
  const schema = await readSchema(db);
  for (const copy of copies) await createCopy(db, schema, copy);
  working.add(db);
  const result = await work(db).finally(() => working.delete(db));
  for (const { table } of copies.filter(({ isWritten }) => isWritten === true)) await storeChanges(db, schema, table);
  const names = copies.flatMap(({ table, isWritten }) => [table, ...(isWritten ? [beforeOf(table)] : [])]);
  await sql`drop table ${sql.join(names.map((name) => sql.table(`pg_temp.${name}`)))}`.execute(db);
  return result;
}

const beforeOf = (table: string): string => `${table}_before`;

async function readSchema(db: Store): Promise<string> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  return rows[0]?.schema ?? "public";
}

async function createCopy(
  db: Store,
  schema: string,
  { table, where, newest, isWritten = false }: OwnerRows,
): Promise<void> {
  const [own, copy] = [sql.table(`${schema}.${table}`), sql.table(`pg_temp.${table}`)];
  await sql`
    create temp table ${sql.table(table)} (like ${own} including defaults including indexes) on commit drop`.execute(
    db,
  );
  for (const condition of where) {
    await sql`insert into ${copy} select * from ${own} ${sql.table(table)} where ${condition} on conflict do nothing`.execute(
      db,
    );
  }
  if (newest !== undefined) {
    await sql`
      insert into ${copy} select distinct on (${newest.by}) * from ${own} where ${newest.where}
      order by ${newest.by}, block_number desc, position desc on conflict do nothing`.execute(db);
  }
  if (!isWritten) return;
  await sql`create temp table ${sql.table(beforeOf(table))} on commit drop as table ${copy}`.execute(db);
}

async function storeChanges(db: Store, schema: string, table: DistributedTable): Promise<void> {
  const [own, copy, before] = [
    sql.table(`${schema}.${table}`),
    sql.table(`pg_temp.${table}`),
    sql.table(`pg_temp.${beforeOf(table)}`),
  ];
  const { key, others, types } = await readColumns(db, schema, table);
  const keys = sql.join(key.map((column) => sql.ref(column)));
  const { rows: gone } = await sql<{ row: string }>`
    select to_jsonb(gone)::text as row from (select ${keys} from ${before} except select ${keys} from ${copy}) gone`.execute(
    db,
  );
  if (gone.length > 0) {
    const columns = key.map((column) => sql`${sql.ref(column)} ${sql.raw(types.get(column) ?? "text")}`);
    await sql`
      delete from ${own} own
      using jsonb_to_recordset(${`[${gone.map(({ row }) => row).join(",")}]`}::jsonb) as gone(${sql.join(columns)})
      where ${sql.join(
        key.map((column) => sql`own.${sql.ref(column)} = gone.${sql.ref(column)}`),
        sql` and `,
      )}`.execute(db);
  }
  const { rows } = await sql<{ changed: boolean }>`
    select exists (select * from ${copy} except select * from ${before}) as changed`.execute(db);
  if (rows[0]?.changed !== true) return;
  const replaced = others.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`);
  await sql`
    insert into ${own} select * from (select * from ${copy} except select * from ${before}) changed order by ${keys}
    on conflict (${keys}) ${replaced.length === 0 ? sql`do nothing` : sql`do update set ${sql.join(replaced)}`}`.execute(
    db,
  );
}

interface Columns {
  /** Of the primary key. */
  key: string[];
  others: string[];
  /** By name. */
  types: ReadonlyMap<string, string>;
}

async function readColumns(db: Store, schema: string, table: string): Promise<Columns> {
  const { rows } = await sql<{ name: string; is_key: boolean; type: string }>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, coalesce(a.attnum = any(i.indkey), false) as is_key
    from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
    where a.attrelid = ${`${schema}.${table}`}::regclass and a.attnum > 0 and not a.attisdropped
    order by a.attnum`.execute(db);
  return {
    key: rows.filter(({ is_key: isKey }) => isKey).map(({ name }) => name),
    others: rows.filter(({ is_key: isKey }) => !isKey).map(({ name }) => name),
    types: new Map(rows.map(({ name, type }) => [name, type])),
  };
}
