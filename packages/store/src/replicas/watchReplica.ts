import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { closeDatabase, openDatabase } from "../database/database.ts";
import { assertMigrated, SchemaError } from "../migrations/migrationState.ts";
import { BEHIND, type Replica } from "./replica.ts";
import { assertReadable, isReplicaOf, readIdentity, type ServerIdentity } from "./serverIdentity.ts";
import { readReplayState, type WalPosition } from "./walPosition.ts";

export interface WatchOptions {
  readonly primary: {
    readonly identify: () => Promise<ServerIdentity>;
    readonly position: () => Promise<WalPosition>;
  };
  /** How far behind a used replica may be. */
  readonly lagMs: number;
  /** Interval between checks of a replica that is used. */
  readonly checkMs: number;
}

/** Checks a replica: it is left out when it does not respond, lags or is none any more, and used again afterwards. */
export interface ReplicaWatch {
  /** @throws ReplicaRefusedError, or an error of the connection. */
  readonly check: () => Promise<void>;
  /** Checks from now on. */
  readonly start: () => void;
  /** How far behind the replica was at the last check; undefined if unknown. */
  readonly lagMs: () => number | undefined;
  readonly stop: () => Promise<void>;
}

const ANSWER_MS = 2_000;
const MAX_RETRY_MS = 5_000;
const MAX_POLL_MS = 50;

export function watchReplica(replica: Replica, { primary, lagMs: limitMs, checkMs }: WatchOptions): ReplicaWatch {
  const stopping = new AbortController();
  let client: Client | undefined;
  /** A position of the primary that the replica has not reached, and when it was read. */
  let goal: { readonly position: WalPosition; readonly at: number } | undefined;
  let lagMs: number | undefined;
  let watching: Promise<void> | undefined;

  const connect = async (): Promise<Client | undefined> => {
    const opened = new Client({
      connectionString: replica.url,
      application_name: "portico-watch",
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    opened.on("error", () => undefined); // the next query fails
    try {
      await opened.connect();
      if (!isReplicaOf(await primary.identify(), await readIdentity(opened, READ_URL), replica.host)) {
        replica.leaveOut(IS_PRIMARY);
        await opened.end();
        return undefined;
      }
      await assertReadable(opened, replica.host);
      if (!stopping.signal.aborted) return opened;
      await opened.end(); // `stop` didn't know it
      return undefined;
    } catch (error) {
      await opened.end().catch(() => undefined);
      throw error;
    }
  };

  const measureLag = async (connected: Client): Promise<boolean> => {
    const deadline = performance.now() + limitMs;
    for (let waitMs = 1; ; waitMs = Math.min(waitMs * 2, MAX_POLL_MS)) {
      const at = performance.now();
      goal ??= await primary.position().then(
        (position) => ({ position, at }),
        () => undefined, // the primary is away, not the replica
      );
      const state = await readReplayState(connected);
      if (state === undefined) throw new Error("it has become a primary");
      if (goal === undefined) return replica.isUsed();
      lagMs = performance.now() - goal.at;
      if (state.seen >= goal.position) {
        const isNear = lagMs <= limitMs;
        goal = undefined;
        if (isNear) return true;
        if (performance.now() < deadline) continue; // it has reached an old position: how far is it from the newest?
        return false;
      }
      if (performance.now() >= deadline) return false;
      await sleep(waitMs);
    }
  };
  const check = async () => {
    client ??= await connect();
    if (client === undefined) return;
    if (await measureLag(client)) replica.use();
    else replica.leaveOut((await describeOldSchema(replica.url)) ?? BEHIND);
  };

  const watch = async () => {
    let failures = 0;
    const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    while (!stopping.signal.aborted) {
      await pause(failures === 0 ? checkMs : Math.min(checkMs * 2 ** (failures - 1), MAX_RETRY_MS));
      if (stopping.signal.aborted) break;
      try {
        await check();
        failures = 0;
      } catch (error) {
        failures++;
        lagMs = undefined;
        const broken = client;
        client = undefined;
        void broken?.end().catch(() => undefined);
        replica.leaveOut(error instanceof Error ? error.message : String(error), true);
      }
    }
  };
  return {
    check,
    start: () => void (watching ??= watch()),
    lagMs: () => lagMs,
    stop: async () => {
      stopping.abort();
      void client?.end().catch(() => undefined);
      await watching;
    },
  };
}

/** Migrations are replayed like all else, so only a replica that is behind lacks some. */
async function describeOldSchema(url: string): Promise<string | undefined> {
  const db = openDatabase(url, { max: 1, answerMs: ANSWER_MS });
  try {
    await assertMigrated(db);
    return undefined;
  } catch (error) {
    return error instanceof SchemaError
      ? "its tables are of an earlier version: it has not replayed migrations"
      : undefined;
  } finally {
    await closeDatabase(db);
  }
}

const READ_URL = "DATABASE_READ_URL";
const IS_PRIMARY = "it is the primary, which answers what no replica can";
