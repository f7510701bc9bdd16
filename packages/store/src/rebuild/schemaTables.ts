import { sql } from "kysely";
import type { Store } from "../database/database.ts";

export interface SchemaTable {
  name: string;
  /** A partition, which moves with its table. */
  isPartition: boolean;
}

/** Tables of a schema, with their partitions. */
export async function listSchemaTables(db: Store, schema: string): Promise<SchemaTable[]> {
  const { rows } = await sql<SchemaTable>`
    select relname as name, relispartition as "isPartition" from pg_class
    where relnamespace = to_regnamespace(${schema}) and relkind in ('r', 'p') order by relname`.execute(db);
  return rows;
}

/** Those of the tables, and all their partitions, in a schema. */
export async function listWithPartitions(db: Store, schema: string, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive tree as (
      select oid, relname from pg_class
      where relnamespace = to_regnamespace(${schema}) and relkind in ('r', 'p') and relname = any(${tables}::text[])
      union
      select c.oid, c.relname from tree join pg_inherits on inhparent = tree.oid join pg_class c on c.oid = inhrelid
    )
    select relname as name from tree order by relname`.execute(db);
  return rows.map(({ name }) => name);
}

export async function hasSchema(db: Store, schema: string): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regnamespace(${schema}) is not null as "isThere"`.execute(db);
  return rows[0]?.isThere === true;
}

/** Size of the tables with their indexes and partitions, in bytes. */
export async function sumBytes(db: Store, schema: string, tables: readonly string[]): Promise<number> {
  const names = await listWithPartitions(db, schema, tables);
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(pg_total_relation_size(oid)), 0)::float8 as bytes from pg_class
    where relnamespace = to_regnamespace(${schema}) and relname = any(${names}::text[])`.execute(db);
  return rows[0]?.bytes ?? 0;
}
