import { sql } from "kysely";
import { createLentStore, withClient } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { isUnanswered } from "../database/databaseAway.ts";
import { hasCode } from "../database/errorCode.ts";
import { coalesce } from "../replicas/coalesce.ts";
import type { ReadUrl } from "../replicas/readUrls.ts";
import type { ReplicaOptions } from "../replicas/replica.ts";
import { isReplicaFault } from "../replicas/replicaFault.ts";
import { ReplicaRefusedError } from "../replicas/serverIdentity.ts";
import { readFromShards } from "./queryOwner.ts";
import type { ShardReads } from "./queryOwner.ts";
import { bindToShard, SHARD_MOVED } from "./bindToShard.ts";
import { readShardMap } from "./shardMap.ts";
import type { ShardMap } from "./shardMap.ts";
import { createShardNode, DATABASE_IDENTITY, toReason } from "./shardNode.ts";
import type { Cluster, ShardNode } from "./shardNode.ts";

interface ShardsOptions extends ReplicaOptions {
  /** Of nodes of the distributed database. */
  readonly readUrls: readonly ReadUrl[];
  readonly checkMs: number;
}

/** See Reads in openReads.ts. */
interface Shards {
  readonly db: Store;
  readonly nodes: readonly ShardNode[];
  /** Reads of owners that were sent to the coordinator, because their nodes could not answer. */
  readonly missed: () => number;
  readonly close: () => Promise<void>;
}

/**
 * Reads of a distributed database whose owners are read from the nodes that have them, past the coordinator: Citus plans
 * each statement anew, there and on the node. The coordinator answers what a node can't, and all else.
 * @param db - The coordinator. Stays open at `close`.
 * @throws ReplicaRefusedError for a server that is no node of it. Those that don't respond are used once they do.
 */
export async function openShards(db: Store, { readUrls, ...options }: ShardsOptions): Promise<Shards> {
  const nodeOptions = { ...options, readCluster: coalesce(() => readCluster(db)) };
  const nodes = readUrls.map((readUrl) => createShardNode(readUrl, nodeOptions));
  const state: { map: ShardMap | undefined; missed: number } = { map: undefined, missed: 0 };
  const load = coalesce(async () => void (state.map = await readShardMap(db)));
  const reload = () => {
    state.map = undefined;
    load().catch(() => undefined); // the coordinator is away: the next read tries again
  };

  const ask: ShardReads["ask"] = async (owner, work) => {
    const { map } = state;
    if (map === undefined) reload();
    const shard = map?.shardOf(owner);
    const node = nodes.find((one) => one.isUsed() && one.group() === shard?.group);
    if (shard === undefined || node === undefined) return void state.missed++;
    try {
      const answer = await work(node.connectionsOf(shard), (statement) => bindToShard(shard, statement));
      node.figures.reads++;
      return answer;
    } catch (error) {
      if (SHARD_MOVED.some((code) => hasCode(error, code))) reload();
      else if (!isReplicaFault(error) || isUnanswered(error)) throw error;
      else node.leaveOut(toReason(error));
      return void state.missed++;
    }
  };
  const close = async () => void (await Promise.all(nodes.map((node) => node.close())));
  try {
    await load();
    await Promise.all(nodes.map(checkFirst));
  } catch (error) {
    await close();
    throw error;
  }
  for (const node of nodes) node.start();
  const store = createLentStore((work) => withClient(db, work));
  readFromShards(store, { ask });
  return { db: store, nodes, missed: () => state.missed, close };
}

async function checkFirst(node: ShardNode): Promise<void> {
  try {
    await node.check();
  } catch (error) {
    if (error instanceof ReplicaRefusedError || NO_CITUS.some((code) => hasCode(error, code)))
      throw toRefused(error, node);
    node.leaveOut(toReason(error));
  }
}

/** A table of Citus that is not there, or may not be read. */
const NO_CITUS = ["42P01", "42501"];

const toRefused = (error: unknown, { host }: ShardNode): ReplicaRefusedError =>
  error instanceof ReplicaRefusedError
    ? error
    : new ReplicaRefusedError(
        `DATABASE_READ_URL can't be used: the server at ${host} is no node of a distributed database: ${toReason(error)}`,
      );

/** Ready are nodes whose metadata of Citus are current: a node that was disabled may come back with others. */
async function readCluster(db: Store): Promise<Cluster> {
  const { rows } = await sql<{ identity: string | null; ready: number[] | null }>`
    select ${sql.raw(DATABASE_IDENTITY)} as identity, array_agg(groupid) as ready from pg_dist_node
    where noderole = 'primary' and isactive and (groupid = 0 or (hasmetadata and metadatasynced))`.execute(db);
  return { identity: rows[0]?.identity ?? null, ready: new Set(rows[0]?.ready) };
}
