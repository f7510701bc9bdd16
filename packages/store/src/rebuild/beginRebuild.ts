import { sql } from "kysely";
import type { Kysely } from "kysely";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { isDistributed } from "../distribution/isDistributed.ts";
import { assertMigrated, readMigrationState } from "../migrations/migrationState.ts";
import { migrations } from "../migrations/migrations.ts";
import { copyRequests } from "./copyRequests.ts";
import { NEXT, NEXT_TABLES, OLD, PROCESS_TABLES, RebuildError } from "./nextIndex.ts";
import { hasPartitions } from "../retention/partitions.ts";
import { hasSchema, listSchemaTables } from "./schemaTables.ts";

/**
 * Creates an empty index beside the present one, with the same chains, start blocks and followed owners.
 * @returns false if there is one already.
 * @throws RebuildError, SchemaError
 */
export async function beginRebuild(db: Store): Promise<boolean> {
  await assertMigrated(db);
  const { unknown } = await readMigrationState(db);
  if (unknown.length > 0)
    throw new RebuildError(
      `The database was migrated by a later version of Portico (${unknown.join(", ")}): rebuild its index by that version`,
    );
  if (await isDistributed(db))
    throw new RebuildError("The database is distributed over several servers: rebuild its index in another database");
  if (await hasSchema(db, NEXT)) return false;
  if (await hasSchema(db, OLD))
    throw new RebuildError("The database still has the index before the last rebuild: delete it first");
  if (await hasPartitions(db))
    throw new RebuildError("Tables are partitioned (PORTICO_KEEP_PARTITIONS): an index can't be rebuilt beside them");
  await inTransaction(db, async (tx) => {
    await sql`create schema ${sql.id(NEXT)}`.execute(tx);
    await sql`comment on schema ${sql.id(NEXT)} is ${sql.lit(Object.keys(migrations).at(-1)!)}`.execute(tx);
    await sql`set local search_path = ${sql.id(NEXT)}`.execute(tx);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a migration knows no types of tables
    const untyped = tx as unknown as Kysely<never>;
    for (const migration of Object.values(migrations)) await migration.up(untyped);
    await dropOthers(tx);
    await sql`set local search_path = public`.execute(tx);
    await copyPrivileges(tx);
    await sql`
      insert into ${sql.table(`${NEXT}.chain_state`)} (chain, chain_id, start_block, genesis_hash, index_mode)
      select chain, chain_id, start_block, genesis_hash, index_mode from chain_state`.execute(tx);
    await sql`insert into ${sql.table(`${NEXT}.nft`)} select * from nft`.execute(tx); // metadata isn't on the chain
    await copyRequests(tx);
  });
  return true;
}

/** What the migrations made beside the index: of those there is one. */
async function dropOthers(tx: Store): Promise<void> {
  const tables = await listSchemaTables(tx, NEXT);
  const others = tables.filter(({ name, isPartition }) => !isPartition && !NEXT_TABLES.includes(name));
  await sql`drop table ${sql.join(others.map(({ name }) => sql.table(name)))}`.execute(tx);
  const { rows } = await sql<{ name: string }>`
    select oid::regprocedure::text as name from pg_proc where pronamespace = to_regnamespace(${NEXT})`.execute(tx);
  for (const { name } of rows) await sql.raw(`drop function ${name}`).execute(tx);
}

/** Whoever may read or write a table may do so in the next index. */
export async function copyPrivileges(tx: Store): Promise<void> {
  const { rows } = await sql<{ name: string; privilege: string; grantee: string }>`
    select c.relname as name, privilege_type as privilege,
      case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end as grantee
    from pg_class c cross join aclexplode(c.relacl)
    where c.relnamespace = 'public'::regnamespace and grantee <> c.relowner
      and c.relname = any(${NEXT_TABLES}::text[]) and c.relkind in ('r', 'p')`.execute(tx);
  for (const grantee of new Set(rows.map((row) => row.grantee)))
    await sql.raw(`grant usage on schema ${NEXT} to ${grantee}`).execute(tx);
  for (const { name, privilege, grantee } of rows)
    await sql.raw(`grant ${privilege} on ${NEXT}."${name}" to ${grantee}`).execute(tx);
}

/** The next index's own tables of processes. */
export async function dropProcessTables(tx: Store): Promise<void> {
  await sql`drop table ${sql.join(PROCESS_TABLES.map((name) => sql.table(`${NEXT}.${name}`)))}`.execute(tx);
}
