import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { isDistributed } from "./isDistributed.ts";
import { listWaitingTables } from "./tablePlaces.ts";

/** A server of a distributed database. */
export interface DistributedNode {
  host: string;
  port: number;
  isCoordinator: boolean;
  /** Shards of the tables of owners. */
  shards: number;
  /** Of its part of the database, in bytes; undefined if it does not answer. */
  bytes: number | undefined;
  /** Why it can't be read from; undefined if it answers. */
  failure: string | undefined;
}

export interface Nodes {
  nodes: DistributedNode[];
  /** Tables that an interrupted `distribute` left where they were. */
  waiting: string[];
}

interface NodeRow {
  host: string;
  port: number;
  is_coordinator: boolean;
  is_active: boolean;
  shards: number;
}

/** The servers of a distributed database, the coordinator first, each of them asked; undefined on one server. */
export async function readNodes(db: Store): Promise<Nodes | undefined> {
  if (!(await isDistributed(db))) return undefined;
  const waiting = await listWaitingTables(db);
  const { rows } = await sql<NodeRow>`
    select nodename as host, nodeport as port, groupid = 0 as is_coordinator, isactive as is_active, (
      select count(*)::integer from pg_dist_placement p join pg_dist_shard s using (shardid)
      where p.groupid = n.groupid and s.shardminvalue is not null
    ) as shards
    from pg_dist_node n where noderole = 'primary' order by groupid`.execute(db);
  const answers = await requestAnswers(db);
  return {
    nodes: rows.map((row) => {
      const answer = answers.get(`${row.host}:${row.port}`);
      const failure = row.is_active ? answer?.failure : "it is disabled";
      const { host, port, is_coordinator: isCoordinator, shards } = row;
      return { host, port, isCoordinator, shards, bytes: answer?.bytes, failure };
    }),
    waiting: waiting.map(({ name }) => name),
  };
}

type Answer = Pick<DistributedNode, "bytes" | "failure">;

/** By `host:port`; of active nodes. */
async function requestAnswers(db: Store): Promise<Map<string, Answer>> {
  const { rows } = await sql<{ host: string; port: number; success: boolean; result: string }>`
    select n.nodename as host, n.nodeport as port, success, result
    from run_command_on_all_nodes('select pg_database_size(current_database())', give_warning_for_connection_errors => true) a
    join pg_dist_node n using (nodeid)`.execute(db);
  return new Map(
    rows.map(({ host, port, success, result }) => [
      `${host}:${port}`,
      success ? { bytes: Number(result), failure: undefined } : { bytes: undefined, failure: result },
    ]),
  );
}
