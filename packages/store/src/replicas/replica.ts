import { setTimeout as sleep } from "node:timers/promises";
import { Client, type ClientBase, type PoolClient } from "pg";
import { closeDatabase, getPoolFigures, openDatabase, withClient } from "../database/database.ts";
import type { ReadUrl } from "./readUrls.ts";
import { isReplicaFault, passesByItself } from "./replicaFault.ts";
import { readReplayState, type WalPosition } from "./walPosition.ts";

/** Whether reads are sent to a replica, and why not. */
export interface ReplicaChange {
  readonly host: string;
  readonly isUsed: boolean;
  /** Why it is left out; undefined if it is used. */
  readonly reason: string | undefined;
}

export interface ReplicaOptions {
  /** Maximum connections. */
  readonly max: number;
  /** Timeout of connecting and of a query. */
  readonly answerMs: number;
  readonly onChange: (change: ReplicaChange) => void;
}

/** What a replica answered, and what nothing that it saw is after. */
export interface ReplicaAnswer<T> {
  readonly result: T;
  readonly bound: WalPosition;
}

/** A connection pool to a replica that is left out when it fails, until `use` is called. */
export interface Replica extends ReadUrl {
  readonly isUsed: () => boolean;
  readonly reason: () => string | undefined;
  /** Connections at work, and reads that wait for one. */
  readonly load: () => number;
  /** Answered reads. */
  readonly reads: () => number;
  /**
   * Reads on one connection that has replayed `goal`, or does before the deadline.
   * @returns undefined if this replica can't answer now; the caller asks another server.
   * @throws what `work` throws, if that is not the replica's fault.
   */
  readonly read: <T>(
    work: (client: PoolClient) => Promise<T>,
    goal: WalPosition,
    deadline: number,
  ) => Promise<ReplicaAnswer<T> | undefined>;
  readonly use: () => void;
  /** @param abandons - Whether reads at work are given up, and made elsewhere: the server does not respond. */
  readonly leaveOut: (reason: string, abandons?: boolean) => void;
  readonly close: () => Promise<void>;
}

/** A read that is given up, because its server does not respond. */
class AbandonedError extends Error {
  override readonly name = "AbandonedError";
}

interface Flight {
  client?: PoolClient;
  abandon: () => void;
}

export function createReplica({ url, host }: ReadUrl, { onChange, ...limits }: ReplicaOptions): Replica {
  const db = openDatabase(url, limits);
  /** By connection, not by server: a name may lead to several servers, and one that was restarted may have less. */
  const known = new WeakMap<ClientBase, WalPosition>();
  const flights = new Set<Flight>();
  const state: { isUsed: boolean; reason?: string | undefined; reads: number } = { isUsed: false, reads: 0 };

  const reaches = async (client: PoolClient, goal: WalPosition, deadline: number): Promise<boolean> => {
    let seen = known.get(client) ?? -1n;
    for (let waitMs = 1; seen < goal && state.isUsed; waitMs = Math.min(waitMs * 2, MAX_POLL_MS)) {
      const replay = await readReplayState(client);
      if (replay === undefined) return false;
      seen = replay.seen;
      known.set(client, seen);
      if (seen >= goal) break;
      if (performance.now() >= deadline) return false;
      await sleep(waitMs);
    }
    return seen >= goal;
  };
  const change = (used: boolean, why: string | undefined) => {
    const isNews = used !== state.isUsed || (why !== state.reason && !used);
    state.isUsed = used;
    state.reason = why;
    if (isNews) onChange({ host, isUsed: used, reason: why });
  };
  const leaveOut: Replica["leaveOut"] = (why, abandons = false) => {
    change(false, why);
    if (abandons) for (const flight of flights) flight.abandon();
  };

  const answer = async <T>(
    flight: Flight,
    [work, goal, deadline]: Parameters<Replica["read"]>,
  ): Promise<ReplicaAnswer<T> | undefined> =>
    await withClient(db, async (client) => {
      flight.client = client;
      if (!state.isUsed) return undefined;
      if (!(await reaches(client, goal, deadline))) {
        if (state.isUsed) leaveOut(BEHIND);
        return undefined;
      }
      const result = (await work(client)) as T;
      const replay = await readReplayState(client);
      if (replay === undefined) return undefined; // promoted meanwhile
      known.set(client, replay.seen);
      state.reads++;
      return { result, bound: replay.bound };
    });

  const read: Replica["read"] = async <T>(...asked: Parameters<Replica["read"]>) => {
    const abandoned = Promise.withResolvers<never>();
    const flight: Flight = {
      abandon: () => {
        if (flight.client instanceof Client) void flight.client.end(); // its socket at once: the pool lends it no more
        abandoned.reject(new AbandonedError());
      },
    };
    flights.add(flight);
    try {
      return await Promise.race([answer<T>(flight, asked), abandoned.promise]);
    } catch (error) {
      if (error instanceof AbandonedError) return undefined;
      if (!isReplicaFault(error)) throw error;
      if (!passesByItself(error)) leaveOut(error instanceof Error ? error.message : String(error));
      return undefined;
    } finally {
      flights.delete(flight);
    }
  };

  return {
    url,
    host,
    isUsed: () => state.isUsed,
    reason: () => state.reason,
    load: () => {
      const { open, idle, waiting } = getPoolFigures(db);
      return open - idle + waiting;
    },
    reads: () => state.reads,
    read,
    use: () => change(true, undefined),
    leaveOut,
    close: async () => {
      state.isUsed = false;
      for (const flight of flights) flight.abandon();
      await closeDatabase(db);
    },
  };
}

/** Of a replica that a read has waited for in vain. */
export const BEHIND = "it is behind";
const MAX_POLL_MS = 16;
