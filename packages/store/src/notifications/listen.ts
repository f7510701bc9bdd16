import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { closeDatabase, openDatabase, type Store } from "../database/database.ts";
import { NotificationsLostError, startHeartbeat } from "./heartbeat.ts";

/**
 * Called with a notification's payload; with undefined after every (re)connection, because earlier notifications were
 * missed: anything may have changed, so load again. While notifications are lost it is called with undefined
 * periodically.
 */
export type ChannelHandler = (payload: string | undefined) => void;

export type ListenOptions = {
  /** By channel; see channels.ts. */
  channels: Record<string, ChannelHandler>;
  /** The URL by which notifiers connect to the database, if different: notifications sent there must arrive here. */
  notifyUrl?: string;
  /**
   * Called when notifications begin to arrive, before the handlers, and when they cease to: until they resume, caches
   * can't be trusted.
   */
  onReceiving?: (isReceiving: boolean) => void;
  /**
   * Called when the connection is lost or can't be made; it is retried automatically after 0.1 s, then up to 5 s. Not
   * called with the same error twice in a row.
   */
  onError?: (error: Error) => void;
  /** Interval of its own notifications; if nothing arrives for three intervals, notifications are lost. */
  beatMs?: number;
};

const BEAT_MS = 1_000;

/** State of one `listen`. */
interface Listening extends ListenOptions {
  readonly url: string;
  readonly stopping: AbortSignal;
  readonly beatMs: number;
  readonly beatChannel: string;
  /** Sends its own notifications. */
  readonly notifier: Store;
}

/**
 * Listens to channels on a separate connection until the returned function is called.
 * @param url - Of the database itself. Behind a pooler in transaction mode it stops listening soon, without an error.
 * @returns once it listens, or has found that notifications don't arrive; rejects if the first connection fails.
 */
export async function listen(url: string, options: ListenOptions): Promise<() => Promise<void>> {
  const { notifyUrl = url, beatMs = BEAT_MS } = options;
  const stopping = new AbortController();
  const notifier = openDatabase(notifyUrl, { max: 1, answerMs: timeoutOf(beatMs) });
  const beatChannel = `portico_beat_${randomUUID()}`;
  const listening = { ...options, url, beatMs, beatChannel, notifier, stopping: stopping.signal };
  let connection: Connection | Error = await connectFirst(listening);
  if (connection instanceof Error) load(listening);
  const follow = async () => {
    while (!stopping.signal.aborted) {
      const error = connection instanceof Error ? connection : await connection.lost;
      if (!stopping.signal.aborted) connection = await reconnect(listening, error);
    }
  };
  const following = follow();
  return async () => {
    stopping.abort();
    await following;
    await closeDatabase(notifier);
  };
}

type Connection = { lost: Promise<Error> };

/** Missing notifications are not a reason to fail the start. */
async function connectFirst(listening: Listening): Promise<Connection | NotificationsLostError> {
  try {
    return await connect(listening);
  } catch (error) {
    if (error instanceof NotificationsLostError) return error;
    await closeDatabase(listening.notifier);
    throw error;
  }
}

const timeoutOf = (beatMs: number): number => 3 * beatMs;

const load = ({ channels }: Listening): void => Object.values(channels).forEach((handler) => handler(undefined));

async function connect(listening: Listening): Promise<Connection> {
  const { url, channels, beatMs, beatChannel, notifier, stopping } = listening;
  const client = new Client({
    connectionString: url,
    keepAlive: true,
    application_name: "portico-listen",
    connectionTimeoutMillis: 20 * beatMs,
    query_timeout: 5 * beatMs,
  });
  const end = () => void client.end().catch(() => undefined);
  stopping.addEventListener("abort", end);
  const ended = new Promise<Error>((resolve) => {
    let reason = new Error("The connection for notifications ended");
    client.on("error", (error) => (reason = error));
    client.once("end", () => resolve(reason));
  });
  void ended.then(() => stopping.removeEventListener("abort", end));
  client.on("notification", ({ channel, payload }) => channels[channel]?.(payload ?? ""));
  try {
    await Promise.race([client.connect(), ended.then(fail)]); // pg's own promise does not settle if the client is ended meanwhile
    for (const channel of [...Object.keys(channels), beatChannel])
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
    const timeoutMs = timeoutOf(beatMs);
    const heart = startHeartbeat(client, { db: notifier, channel: beatChannel, intervalMs: beatMs, timeoutMs });
    const lost = Promise.race([heart.lost, ended]);
    void lost.then(heart.stop).then(() => cut(client));
    await Promise.race([heart.begun, lost.then(fail)]);
    listening.onReceiving?.(true);
    load(listening);
    return { lost };
  } catch (error) {
    stopping.removeEventListener("abort", end);
    end();
    throw error;
  }
}

function fail(error: Error): never {
  throw error;
}

/** Closes the socket at once: pg waits for a pending query, and the network may be silent. */
function cut(client: Client): void {
  client.query("select").catch(() => undefined);
  client.end().catch(() => undefined);
}

/** Retries until it succeeds, or until it should stop: then returns the last error. */
async function reconnect(listening: Listening, lostBy: Error): Promise<Connection | Error> {
  const { onError, onReceiving, stopping, beatMs } = listening;
  onReceiving?.(false);
  onError?.(lostBy);
  let last = lostBy;
  let delayMs = 100;
  while (!stopping.aborted) {
    await sleep(delayMs, undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) break;
    delayMs = Math.min(delayMs * 2, 5_000);
    const connection = await connect(listening).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    if (!(connection instanceof Error)) return connection;
    if (connection instanceof NotificationsLostError) {
      load(listening);
      delayMs = 10 * beatMs; // loading is the only source of changes
    }
    if (connection.message !== last.message) onError?.(connection);
    last = connection;
  }
  return last;
}
