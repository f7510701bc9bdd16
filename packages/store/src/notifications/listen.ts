import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { closeDatabase, openDatabase, type Store } from "../database/database.ts";
import { NotificationsLostError, startHeartbeat } from "./heartbeat.ts";

/**
 * Called with a notification's payload; with undefined after every (re)connection, since what was said before it was
 * not heard: anything may have changed, so load again. While notifications are lost it is called so at intervals.
 */
export type ChannelHandler = (payload: string | undefined) => void;

export type ListenOptions = {
  /** By channel; see channels.ts. */
  channels: Record<string, ChannelHandler>;
  /** How whoever notifies reaches the database, when that is another way: what is sent there has to arrive here. */
  notifyUrl?: string;
  /**
   * Called when notifications begin to arrive, before the handlers are, and when they no longer do: what is cached can't be
   * trusted until they do.
   */
  onReceiving?: (isReceiving: boolean) => void;
  /** Told when the connection is lost or can't be made; it is tried again by itself, after 0.1 s, then up to 5 s. Not told the same twice in a row. */
  onError?: (error: Error) => void;
  /** How often a notification of its own is sent; when nothing arrives for three times as long, they are lost. */
  beatMs?: number;
};

const BEAT_MS = 1_000;

/** What one `listen` stands on. */
interface Listening extends ListenOptions {
  readonly url: string;
  readonly stopping: AbortSignal;
  readonly beatMs: number;
  readonly beatChannel: string;
  /** Sends its own notifications. */
  readonly notifier: Store;
}

/**
 * Listens to channels on a connection of its own, until the returned function is called.
 * @param url - The database itself. Behind a pooler that lends connections by the transaction it does not listen for long, and nothing breaks.
 * @returns once it listens, or has found that notifications don't arrive; rejects when the first connection can't be made.
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

/** It is no reason not to begin that notifications don't arrive. */
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
    await Promise.race([client.connect(), ended.then(fail)]); // pg's own does not settle when the client is ended meanwhile
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

/** Ends it without waiting for a goodbye, as pg does while a query has no answer: the network may be silent. */
function cut(client: Client): void {
  client.query("select").catch(() => undefined);
  client.end().catch(() => undefined);
}

/** Tries until it succeeds, or until it shall stop: then the last error. */
async function reconnect(listening: Listening, lostBy: Error): Promise<Connection | Error> {
  const { onError, onReceiving, stopping, beatMs } = listening;
  onReceiving?.(false);
  onError?.(lostBy);
  let last = lostBy;
  for (let delayMs = 100; !stopping.aborted; delayMs = Math.min(delayMs * 2, 5_000)) {
    await sleep(delayMs, undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) break;
    const connection = await connect(listening).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    if (!(connection instanceof Error)) return connection;
    if (connection instanceof NotificationsLostError) {
      load(listening);
      delayMs = 10 * beatMs; // what is loaded is all that there is
    }
    if (connection.message !== last.message) onError?.(connection);
    last = connection;
  }
  return last;
}
