import type { ClientBase } from "pg";
import { hasCode } from "../database/errorCode.ts";
import { INDEX_TABLES } from "../deployment/indexTables.ts";

/** Which server a connection leads to. */
export interface ServerIdentity {
  /** Of the cluster: equal on a primary and its replicas, and on no other server. */
  readonly systemId: string;
  /** Unix seconds, exact enough to tell two servers of a cluster apart. */
  readonly startedAt: string;
  readonly database: string;
  readonly isReplica: boolean;
}

/** A server that can't be used until a setting is corrected. */
export class ReplicaRefusedError extends Error {
  override readonly name = "ReplicaRefusedError";
}

const IDENTITY = `
  select (select system_identifier::text from pg_control_system()) as "systemId",
    extract(epoch from pg_postmaster_start_time())::text as "startedAt", current_database() as database,
    pg_is_in_recovery() as "isReplica"`;

/** @param variable - The setting that names the server, for errors. @throws ReplicaRefusedError without the privilege. */
export async function readIdentity(client: Pick<ClientBase, "query">, variable: string): Promise<ServerIdentity> {
  const { rows } = await client.query<ServerIdentity>(IDENTITY).catch((error: unknown) => {
    if (!hasCode(error, "42501")) throw error;
    throw new ReplicaRefusedError(
      `The user of ${variable} may not call pg_control_system(), which tells clusters apart: grant it EXECUTE on it`,
      { cause: error },
    );
  });
  return rows[0]!;
}

/** @throws ReplicaRefusedError if DATABASE_URL's server can't have replicas to read from. */
export function assertPrimary({ isReplica }: ServerIdentity): void {
  if (isReplica) {
    throw new ReplicaRefusedError(
      "DATABASE_URL is a replica: with DATABASE_READ_URL it must be the primary, which is written to",
    );
  }
}

/**
 * Whether the server is a replica of the primary; false if it is the primary itself.
 * @throws ReplicaRefusedError if it is neither.
 */
export function isReplicaOf(primary: ServerIdentity, found: ServerIdentity, host: string): boolean {
  const refuse = (reason: string): never => {
    throw new ReplicaRefusedError(`DATABASE_READ_URL can't be used: the server at ${host} ${reason}`);
  };
  if (found.systemId !== primary.systemId) {
    refuse(
      `is of another cluster than DATABASE_URL's (system identifier ${found.systemId} instead of ${primary.systemId}): name streaming replicas of that one`,
    );
  }
  if (found.database !== primary.database)
    refuse(`serves the database "${found.database}", and DATABASE_URL "${primary.database}": name the same one`);
  if (found.isReplica) return true;
  if (found.startedAt === primary.startedAt) return false;
  return refuse("is a second primary of the same cluster: it was promoted, so one of both is outdated");
}

/** @throws ReplicaRefusedError naming tables that the user may not read. */
export async function assertReadable(client: Pick<ClientBase, "query">, host: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) as t(name)
    where not coalesce(has_table_privilege(to_regclass(quote_ident(name)), 'select'), true)`,
    [INDEX_TABLES],
  );
  if (rows.length === 0) return;
  const [names, more] = [rows.slice(0, 3).map(({ name }) => name), rows.length - 3];
  throw new ReplicaRefusedError(
    `The user of DATABASE_READ_URL may not read the tables ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""} at ${host}: GRANT SELECT on them on the primary, or use the user of DATABASE_URL`,
  );
}
