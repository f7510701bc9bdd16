import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { assertDistributable } from "./assertDistributable.ts";
import { DistributionError } from "./distributionError.ts";
import { isPlacedTable, TABLE_PLACEMENTS } from "./tablePlacements.ts";
import { listWaitingTables, placeTable } from "./tablePlaces.ts";
import type { TablePlace } from "./tablePlaces.ts";

/** A table, and what `distribute` does with it. */
export interface PlannedPlacement extends TablePlace {
  /** Whether it is placed there already. */
  isDone: boolean;
  /** PostgreSQL's estimate of the rows to move; 0 if it is done. */
  rows: number;
  /** With indexes. */
  bytes: number;
}

interface DistributeOptions {
  /** Shards of each owner table; the nodes share them evenly. It can't be changed later. */
  shardCount?: number | undefined;
  /** Called when a table is done. */
  onTable?: ((table: PlannedPlacement) => void) | undefined;
}

/** Enough for 32 nodes. */
export const SHARD_COUNT = 32;

/**
 * Settings of the database: the flag that the store reads, one connection per node and transaction, so that a node shows
 * all of a transaction or nothing, and no lock on whole tables for writes to reference tables, whose rows belong to one chain
 * each.
 */
const SETTINGS = {
  "portico.distributed": "on",
  "citus.multi_shard_modify_mode": "sequential",
  "citus.max_adaptive_executor_pool_size": "1",
  "citus.all_modifications_commutative": "on",
};

/**
 * What `distribute` would do, by table; changes nothing.
 * @throws DistributionError if it can't be done.
 */
export async function planDistribution(db: Store): Promise<PlannedPlacement[]> {
  await assertDistributable(db);
  const waiting = new Set((await listWaitingTables(db)).map(({ name }) => name));
  const { rows } = await sql<{ name: string; rows: number; bytes: string }>`
    select c.relname as name, greatest(c.reltuples, s.n_live_tup, 0)::float8 as rows, pg_total_relation_size(c.oid) as bytes
    from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace`.execute(db);
  const sizes = new Map(rows.map((row) => [row.name, row]));
  return Object.entries(TABLE_PLACEMENTS).map(([name, placement]) => {
    const isDone = !waiting.has(name);
    const size = sizes.get(name);
    const isCounted = size !== undefined && (placement === "local" || !isDone);
    return { name, placement, isDone, rows: isCounted ? size.rows : 0, bytes: isCounted ? Number(size.bytes) : 0 };
  });
}

/**
 * Distributes the tables of a migrated database. Each table is moved in a transaction of its own; tables that are placed
 * already are left as they are, so that it can be called again after an interruption.
 * @returns all tables, with the estimates of before.
 * @throws DistributionError if it can't be done.
 */
export async function distribute(
  db: Store,
  { shardCount = SHARD_COUNT, onTable }: DistributeOptions = {},
): Promise<PlannedPlacement[]> {
  const plan = await planDistribution(db);
  await assertAlone(db);
  await markDistributed(db);
  const planned = new Map(plan.map((table) => [table.name, table]));
  for (const table of await listWaitingTables(db)) {
    await placeTable(db, table, shardCount);
    onTable?.(planned.get(table.name)!);
  }
  for (const { name } of plan) if (isPlacedTable(name)) await dropLocalRows(db, name);
  return plan;
}

/** Of connections from now on. */
export async function markDistributed(db: Store): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  for (const [setting, value] of Object.entries(SETTINGS)) {
    await sql`alter database ${sql.id(rows[0]!.name)} set ${sql.raw(setting)} = ${sql.lit(value)}`.execute(db);
  }
}

/** The rows that were copied to the nodes are still in the coordinator's own table, hidden. */
async function dropLocalRows(db: Store, name: string): Promise<void> {
  const { rows } = await sql<{ bytes: string }>`select pg_relation_size(${name}::regclass) as bytes`.execute(db);
  if (Number(rows[0]?.bytes ?? 0) === 0) return;
  await sql`select truncate_local_data_after_distributing_table(${name}::regclass)`.execute(db);
}

/** A process that is running would not know of it: what it reads is not where it was. */
async function assertAlone(db: Store): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and application_name not like 'citus%'`.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count === 0) return;
  throw new DistributionError(
    `${count} other ${count === 1 ? "connection uses" : "connections use"} the database: stop the indexer, the APIs and all other processes first, and start them again when it is done`,
  );
}
