import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { closeDatabase, openDatabase } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import type { Shard } from "./shardMap.ts";
import type { ReadUrl } from "../replicas/readUrls.ts";
import type { ReplicaOptions } from "../replicas/replica.ts";
import { ReplicaRefusedError } from "../replicas/serverIdentity.ts";

/** A node of a distributed database, from which the owners of its shards are read. */
export interface ShardNode extends ReadUrl {
  /** Connections that have planned the statements of this shard before, and of few others. */
  readonly connectionsOf: (shard: Shard) => Store;
  /** Of the node, in Citus' metadata; undefined until it has answered. */
  readonly group: () => number | undefined;
  readonly isUsed: () => boolean;
  readonly reason: () => string | undefined;
  readonly leaveOut: (reason: string) => void;
  /** Answered reads. */
  readonly figures: { reads: number };
  /**
   * Uses it from now on, if it can be.
   * @throws ReplicaRefusedError if it is no node of that database; an error of the connection.
   */
  readonly check: () => Promise<void>;
  /** Checks it from now on. */
  readonly start: () => void;
  readonly close: () => Promise<void>;
}

interface ShardNodeOptions extends ReplicaOptions {
  readonly checkMs: number;
  /** Of the database, by its coordinator. */
  readonly readCluster: () => Promise<Cluster>;
}

export interface Cluster {
  /** See DATABASE_IDENTITY. */
  readonly identity: string | null;
  /** The groups that have the current metadata. */
  readonly ready: ReadonlySet<number>;
}

/** SQL: the coordinator and the database's name, which all nodes of a distributed database know, and no other has. */
export const DATABASE_IDENTITY = `(
    select current_database() || ' of ' || nodename || ':' || nodeport from pg_dist_node
    where groupid = 0 and noderole = 'primary'
  )`;

interface Identity {
  identity: string | null;
  group: number;
}

const ANSWER_MS = 2_000;

/**
 * A shard's statements are planned by this many connections, instead of all: each shard has its own, planning one takes as
 * long as 100 reads, and a plan 200 kB of the connection's memory. Not one: a slow read would keep all others of its shards
 * waiting.
 */
const LANE_CONNECTIONS = 2;

export function createShardNode({ url, host }: ReadUrl, options: ShardNodeOptions): ShardNode {
  const { max, answerMs, onChange, checkMs, readCluster } = options;
  const lanes = Array.from({ length: Math.max(1, Math.round(max / LANE_CONNECTIONS)) }, () =>
    openDatabase(url, { max: Math.min(max, LANE_CONNECTIONS), answerMs, plansOnce: true }),
  );
  const stopping = new AbortController();
  const state: { isUsed: boolean; reason?: string | undefined; group?: number } = { isUsed: false };
  const figures = { reads: 0 };
  let watching: Promise<void> | undefined;

  const change = (isUsed: boolean, reason: string | undefined) => {
    const isNews = isUsed !== state.isUsed || (!isUsed && reason !== state.reason);
    state.isUsed = isUsed;
    state.reason = reason;
    if (isNews) onChange({ host, isUsed, reason });
  };
  const check = async () => {
    const [found, { identity, ready }] = await Promise.all([identify(url), readCluster()]);
    if (found.identity !== identity) {
      throw new ReplicaRefusedError(
        `DATABASE_READ_URL can't be used: the server at ${host} is of ${found.identity}, and the coordinator of ${identity}`,
      );
    }
    state.group = found.group;
    const isReady = ready.has(found.group);
    change(isReady, isReady ? undefined : "it lacks the current metadata of Citus, or is disabled");
  };
  const watch = async () => {
    while (!stopping.signal.aborted) {
      await sleep(checkMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (stopping.signal.aborted) break;
      await check().catch((error: unknown) => change(false, toReason(error)));
    }
  };
  return {
    url,
    host,
    connectionsOf: ({ nth }) => lanes[nth % lanes.length]!,
    group: () => state.group,
    isUsed: () => state.isUsed,
    reason: () => state.reason,
    leaveOut: (reason) => change(false, reason),
    figures,
    check,
    start: () => void (watching ??= watch()),
    close: async () => {
      state.isUsed = false;
      stopping.abort();
      await watching;
      await Promise.all(lanes.map(closeDatabase));
    },
  };
}

export const toReason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** On a connection of its own: those of the pool may all be at work. */
async function identify(url: string): Promise<Identity> {
  const client = new Client({
    connectionString: url,
    application_name: "portico-watch",
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on("error", () => undefined); // the query fails
  try {
    await client.connect();
    const { rows } = await client.query<Identity>(
      `select ${DATABASE_IDENTITY} as identity, (select groupid from pg_dist_local_group) as "group"`,
    );
    return rows[0]!;
  } finally {
    void client.end().catch(() => undefined);
  }
}
