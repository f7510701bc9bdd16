import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { assertApplied } from "../migrations/migrationState.ts";
import { NEXT } from "../rebuild/nextIndex.ts";
import { hasSchema } from "../rebuild/schemaTables.ts";
import { DistributionError } from "./distributionError.ts";

const VERSION_MIN = 12;

interface Server {
  /** Of the extension, `13.0-1`; null if it is not in this database. */
  version: string | null;
  is_available: boolean;
  database: string;
  user: string;
  owns_database: boolean;
  /** A table that the user does not own, if any. */
  foreign_table: string | null;
}

/** @throws DistributionError, SchemaError. */
export async function assertDistributable(db: Store): Promise<void> {
  await assertApplied(db);
  const { rows } = await sql<Server>`
    select (select extversion from pg_extension where extname = 'citus') as version,
      exists (select 1 from pg_available_extensions where name = 'citus') as is_available, d.datname as database,
      current_user as user, pg_has_role(d.datdba, 'usage') as owns_database, (
        select min(c.relname) from pg_class c
        where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
          and not pg_has_role(c.relowner, 'usage') and not exists (
            select 1 from pg_depend e where e.objid = c.oid and e.deptype = 'e'
          )
      ) as foreign_table
    from pg_database d where d.datname = current_database()`.execute(db);
  const [server] = rows;
  if (server === undefined) throw new DistributionError("The database has no name");
  assertExtension(server);
  if (!server.owns_database || server.foreign_table !== null) {
    const what = server.owns_database ? `the table ${server.foreign_table}` : `the database ${server.database}`;
    throw new DistributionError(
      `The user ${server.user} does not own ${what}: run it as the owner of the database and its tables`,
    );
  }
  await assertAllKept(db);
  if (await hasSchema(db, NEXT)) {
    throw new DistributionError("The index is being rebuilt: finish that first (pnpm portico rebuild)");
  }
  await assertNodes(db);
}

/** Dropping old blocks relies on partitions of whole tables, and on statements that see all owners' rows. */
async function assertAllKept(db: Store): Promise<void> {
  const { rows: chains } = await sql<{ chain: string; is_dropped: boolean }>`
    select chain, indexed_from is not null as is_dropped from chain_state
    where keep_blocks is not null or indexed_from is not null order by chain`.execute(db);
  const { rows: partitioned } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'p' and relnamespace = current_schema()::regnamespace order by relname`.execute(db);
  if (partitioned[0] !== undefined || chains.some(({ is_dropped: isDropped }) => isDropped)) {
    const what = partitioned[0]
      ? `The table ${partitioned[0].name} is partitioned`
      : `Blocks of ${toText(chains)} were dropped`;
    throw new DistributionError(
      `${what} (PORTICO_KEEP_BLOCKS), and a distributed database keeps all blocks: index the chains without that setting into another database, and distribute that one`,
    );
  }
  if (chains.length > 0) {
    throw new DistributionError(
      `Only the newest blocks of ${toText(chains)} are to be kept, and a distributed database keeps all: remove PORTICO_KEEP_BLOCKS, and start the indexer once`,
    );
  }
}

const toText = (chains: readonly { chain: string }[]): string => chains.map(({ chain }) => chain).join(", ");

function assertExtension({ version, is_available: isAvailable, database }: Server): void {
  if (version === null && !isAvailable) {
    throw new DistributionError(
      "This PostgreSQL server has no Citus: install it on every node, and add it to shared_preload_libraries. " +
        "Nothing has to be distributed for Portico to work: one PostgreSQL is enough for most deployments",
    );
  }
  if (version === null) {
    throw new DistributionError(
      `The database ${database} has no extension citus: run CREATE EXTENSION citus in it as a superuser, on every node`,
    );
  }
  if (Number.parseInt(version, 10) < VERSION_MIN) {
    throw new DistributionError(`Citus ${version} is too old: Portico needs ${VERSION_MIN} or later`);
  }
}

interface Node {
  host: string;
  port: number;
  is_coordinator: boolean;
}

async function assertNodes(db: Store): Promise<void> {
  const { rows } = await sql<Node>`
    select nodename as host, nodeport as port, groupid = 0 as is_coordinator from pg_dist_node
    where noderole = 'primary' and isactive`.execute(db);
  if (!rows.some(({ is_coordinator: isCoordinator }) => isCoordinator)) {
    throw new DistributionError(
      "The coordinator has no address: run SELECT citus_set_coordinator_host('its host', its port) in the database",
    );
  }
  if (rows.length === 1) {
    throw new DistributionError(
      "There is no worker node: add at least one with SELECT citus_add_node('its host', its port) in the database",
    );
  }
  const answers = await sql<{ host: string; port: number; success: boolean; result: string }>`
    select nodename as host, nodeport as port, success, result from run_command_on_workers('select 1')`.execute(db);
  const silent = answers.rows.find(({ success }) => !success);
  if (silent !== undefined) {
    throw new DistributionError(`The worker ${silent.host}:${silent.port} does not answer: ${silent.result}`);
  }
}
