import { sql } from "kysely";
import type { Store } from "../database/database.ts";

export type ServerInfo = {
  /** `18.4` */
  version: string;
  /** 18 */
  majorVersion: number;
  /** Of the whole database, in bytes. */
  bytes: number;
  /** Its clock, Unix milliseconds. */
  nowMs: number;
  connections: number;
  maxConnections: number;
};

/** Metadata of the server and the database, regardless of its contents. */
export async function readServerInfo(db: Store): Promise<ServerInfo> {
  const { rows } = await sql<ServerInfo>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      current_setting('server_version_num')::integer / 10000 as "majorVersion",
      pg_database_size(current_database())::float8 as bytes,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
      (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::integer as "maxConnections"`.execute(db);
  return rows[0]!;
}
