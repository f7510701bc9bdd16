import { sql } from "kysely";
import { openReads } from "../replicas/openReads.ts";
import type { Reads } from "../replicas/openReads.ts";
import type { TestDatabase } from "./testDatabase.ts";

/** The store that reads owners from their nodes, and what it says of the nodes. */
export async function openNodes({ db, url }: TestDatabase): Promise<Reads> {
  const { rows } = await sql<{ host: string; port: number }>`
    select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 order by nodeid`.execute(db);
  const readUrls = rows.map(({ host, port }) => ({ url: atNode(url, host, port), host: `${host}:${port}` }));
  return await openReads(db, { ...READ_OPTIONS, databaseUrl: url, readUrls });
}

/** The URL of the same database on another node. */
export function atNode(url: string, host: string, port: number): string {
  const node = new URL(url);
  node.hostname = host;
  node.port = String(port);
  return node.href;
}

export const READ_OPTIONS = { max: 4, answerMs: 5_000, checkMs: 100, onChange: () => undefined };
