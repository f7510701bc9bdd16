import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { hasCode } from "../database/errorCode.ts";
import { INDEX_TABLES } from "../deployment/indexTables.ts";
import { CHAIN_CHANNEL, PROTOCOL_CHANNEL, TOKEN_CHANNEL } from "../notifications/channels.ts";
import { readMigrationState } from "../migrations/migrationState.ts";
import { revertUnknownEvents } from "../ownerEvents/rewindOwnerEvents.ts";
import { hasPartitions } from "../retention/partitions.ts";
import { copyPrivileges, dropProcessTables } from "./beginRebuild.ts";
import { copyRequests } from "./copyRequests.ts";
import { NEXT, OLD, RebuildError } from "./nextIndex.ts";
import { compareChains } from "./rebuildStatus.ts";
import { hasSchema, listWithPartitions } from "./schemaTables.ts";

/**
 * Lets the next index answer, in one transaction: every request sees the one or the other. Reads wait for it, a moment;
 * nobody may index meanwhile. The former tables stay in their own schema.
 * @param options - `isIncomplete`: also if the next index lacks something, for example rows that an error had stored.
 * @throws RebuildError if the next index lacks anything, or an indexer runs.
 */
export async function finishRebuild(db: Store, { isIncomplete = false } = {}): Promise<void> {
  if (!(await hasSchema(db, NEXT))) throw new RebuildError("No index is being rebuilt");
  await inTransaction(db, copyRequests);
  await sql`analyze ${sql.join((await listWithPartitions(db, NEXT, INDEX_TABLES)).map((name) => sql.table(`${NEXT}.${name}`)))}`.execute(
    db,
  );
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, (tx) => swap(tx, isIncomplete));
    } catch (error) {
      if (!hasCode(error, "55P03") && !hasCode(error, "40P01")) throw error;
      if (attempt === ATTEMPTS)
        throw new RebuildError("Other queries read the index all the time: try again when there are fewer", {
          cause: error,
        });
      await sleep(PAUSE_MS);
    }
  }
}

/** Requests wait for the locks: shortly, and less than the second after which PostgreSQL looks for deadlocks. */
const LOCK_MS = 200;
const PAUSE_MS = 300;
const ATTEMPTS = 100;

async function swap(tx: Store, isIncomplete: boolean): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(LOCK_MS)}`.execute(tx);
  await assertSameSchema(tx);
  await assertIdle(tx);
  if (await hasPartitions(tx))
    throw new RebuildError(
      "Tables were partitioned since the rebuild began: delete the next index, and rebuild it in another database",
    );
  if (!isIncomplete) await assertComplete(tx);
  await copyPools(tx);
  await copyPrivileges(tx);
  await dropProcessTables(tx);
  const chains = sql`select pg_notify(channel, chain)
    from chain_state, unnest(${[CHAIN_CHANNEL, TOKEN_CHANNEL]}::text[]) channel`;
  const former = await listWithPartitions(tx, "public", INDEX_TABLES);
  const following = await listWithPartitions(tx, NEXT, INDEX_TABLES);
  const tables = former.map((name) => sql.table(`public.${name}`));
  await sql`lock table ${sql.join(tables)} in access exclusive mode`.execute(tx);
  await sql`create schema ${sql.id(OLD)}`.execute(tx);
  await move(tx, former, "public", OLD);
  await move(tx, following, NEXT, "public");
  await sql`drop schema ${sql.id(NEXT)}`.execute(tx);
  await chains.execute(tx);
  const { rows } = await sql<{ chain: string }>`select chain from chain_state order by chain`.execute(tx);
  for (const { chain } of rows) await revertUnknownEvents(tx, chain);
  await sql`select pg_notify(${PROTOCOL_CHANNEL}, id) from protocol`.execute(tx);
}

/** Of protocols that the next index has not read yet: an indexer reads them at the head, one after the other. */
async function copyPools(tx: Store): Promise<void> {
  const [protocol, pool] = [sql.table(`${NEXT}.protocol`), sql.table(`${NEXT}.pool`)];
  await sql`
    insert into ${pool} select p.* from public.pool p where not exists (
      select from ${protocol} n where n.id = p.protocol_id and n.time_at is not null
    )`.execute(tx);
  await sql`
    insert into ${protocol} as n (id, chain, tvl_usd, block_number, time_at)
    select id, chain, tvl_usd, block_number, time_at from public.protocol where time_at is not null
    on conflict (id) do update set
      tvl_usd = excluded.tvl_usd, block_number = excluded.block_number, time_at = excluded.time_at
      where n.time_at is null`.execute(tx);
}

async function move(tx: Store, tables: readonly string[], from: string, to: string): Promise<void> {
  for (const name of tables)
    await sql`alter table ${sql.table(`${from}.${name}`)} set schema ${sql.id(to)}`.execute(tx);
}

/** @throws RebuildError if the tables were migrated after those of the next index were made. */
async function assertSameSchema(tx: Store): Promise<void> {
  const { applied } = await readMigrationState(tx);
  const { rows } = await sql<{ made: string | null }>`
    select obj_description(to_regnamespace(${NEXT}), 'pg_namespace') as made`.execute(tx);
  if (rows[0]?.made !== applied.at(-1))
    throw new RebuildError("The database was migrated since the rebuild began: delete the next index, and begin again");
}

/** Waits for a transaction that takes a lease, and lets none be taken until the end. */
async function assertIdle(tx: Store): Promise<void> {
  await sql`lock table public.lease, ${sql.table(`${NEXT}.lease`)} in exclusive mode`.execute(tx);
  const { rows } = await sql<{ chain: string }>`
    select name as chain from (
      select * from public.lease union all select * from ${sql.table(`${NEXT}.lease`)}
    ) l where expires_at > clock_timestamp() and name in (select chain from public.chain_state)`.execute(tx);
  if (rows.length > 0)
    throw new RebuildError(
      `Stop the indexers of both indexes first: ${[...new Set(rows.map(({ chain }) => chain))].join(", ")} is being indexed`,
    );
}

async function assertComplete(tx: Store): Promise<void> {
  const lacking = (await compareChains(tx)).filter(({ lacks }) => lacks.length > 0);
  if (lacking.length > 0)
    throw new RebuildError(
      `The next index is not complete: ${lacking.map(({ chain, lacks }) => `${chain} lacks ${lacks.join(", ")}`).join("; ")}`,
    );
}

/** Deletes an index that doesn't answer: the next, which ends the rebuild, or the one before. @returns whether there was one. */
export async function deleteIndex(db: Store, which: "next" | "old"): Promise<boolean> {
  const schema = which === "next" ? NEXT : OLD;
  if (!(await hasSchema(db, schema))) return false;
  await sql`drop schema ${sql.id(schema)} cascade`.execute(db);
  return true;
}
