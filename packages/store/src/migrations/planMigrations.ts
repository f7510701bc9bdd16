import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { hasTable } from "../database/hasTable.ts";
import { migrationCosts } from "./migrationCosts.ts";
import { readMigrationState } from "./migrationState.ts";

/** A table that a migration works on. */
export interface MigratedTable {
  name: string;
  /** PostgreSQL's estimate, of the last ANALYZE. */
  rows: number;
  /** With its indexes. */
  bytes: number;
}

/** What a pending migration would do. */
export interface PlannedMigration {
  name: string;
  deletes: MigratedTable[];
  rewrites: MigratedTable[];
  reads: MigratedTable[];
  /** A cautious estimate. */
  seconds: number;
}

/** Bytes a second that an ordinary server writes, with indexes, and reads. */
const SPEED = { rewrites: 20_000_000, reads: 100_000_000 };

/** The pending migrations of a database, in order, without those of a later version; changes nothing. */
export async function planMigrations(db: Store): Promise<PlannedMigration[]> {
  const { pending } = await readMigrationState(db);
  const [tables, chains] = [await listStoredTables(db), await listIndexedChains(db)];
  return pending.map((name) => {
    const cost = migrationCosts[name] ?? {};
    const isSpared = cost.chains?.every((chain) => !chains.has(chain)) ?? false;
    const find = (kind: "deletes" | "reads" | "rewrites") =>
      isSpared ? [] : (cost[kind] ?? []).flatMap((table) => tables.get(table) ?? []);
    const [deletes, rewrites, reads] = [find("deletes"), find("rewrites"), find("reads")];
    const seconds = sum(rewrites) / SPEED.rewrites + sum(reads) / SPEED.reads;
    return { name, deletes, rewrites, reads, seconds };
  });
}

const sum = (tables: readonly MigratedTable[]): number => tables.reduce((total, { bytes }) => total + bytes, 0);

/** By name, with all partitions; without empty ones. */
async function listStoredTables(db: Store): Promise<Map<string, MigratedTable>> {
  const { rows } = await sql<{ name: string; rows: number; bytes: string }>`
    select c.relname as name, sum(greatest(stored.reltuples, s.n_live_tup, 0))::float8 as rows,
      sum(pg_total_relation_size(stored.oid)) as bytes
    from pg_class c
    cross join lateral (select c.oid union select relid from pg_partition_tree(c.oid)) part (oid)
    join pg_class stored on stored.oid = part.oid and stored.relkind = 'r'
    left join pg_stat_user_tables s on s.relid = stored.oid
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
    group by c.oid having sum(pg_relation_size(stored.oid)) > 0`.execute(db);
  return new Map(rows.map(({ name, rows: count, bytes }) => [name, { name, rows: count, bytes: Number(bytes) }]));
}

async function listIndexedChains(db: Store): Promise<Set<string>> {
  if (!(await hasTable(db, "chain_state"))) return new Set();
  const { rows: chains } = await sql<{ chain: string }>`select chain from chain_state`.execute(db);
  return new Set(chains.map(({ chain }) => chain));
}
