import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";

/**
 * Called with a notification's payload; with undefined after every (re)connection, since what was said before it was
 * not heard: anything may have changed, so load again.
 */
export type ChannelHandler = (payload: string | undefined) => void;

export type ListenOptions = {
  /** By channel; see channels.ts. */
  channels: Record<string, ChannelHandler>;
  /** Told when the connection is lost or can't be made; it is tried again by itself, after 0.1 s, then up to 5 s. */
  onError?: (error: Error) => void;
  /** How often it is asked whether it still is there, and how long it may take to say so: a network can fall silent. */
  beatMs?: number;
};

const BEAT_MS = 5_000;

/**
 * Listens to channels on a connection of its own, until the returned function is called.
 * @returns once it listens; rejects when the first connection can't be made.
 */
export async function listen(url: string, options: ListenOptions): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let connection: Connection | undefined = await connect(url, options);
  const follow = async () => {
    while (connection) {
      const error = await connection.lost;
      connection = stopping.signal.aborted ? undefined : await reconnect(url, options, error, stopping.signal);
    }
  };
  const following = follow();
  return async () => {
    stopping.abort();
    await connection?.client.end();
    await following;
  };
}

type Connection = { client: Client; lost: Promise<Error> };

async function connect(url: string, { channels, beatMs = BEAT_MS }: ListenOptions): Promise<Connection> {
  const client = new Client({
    connectionString: url,
    keepAlive: true,
    application_name: "portico-listen",
    connectionTimeoutMillis: 4 * beatMs,
    query_timeout: beatMs,
  });
  const lost = new Promise<Error>((resolve) => {
    let reason = new Error("The connection for notifications ended");
    client.on("error", (error) => (reason = error));
    client.once("end", () => resolve(reason));
  });
  client.on("notification", ({ channel, payload }) => channels[channel]?.(payload ?? ""));
  try {
    await client.connect();
    for (const channel of Object.keys(channels)) await client.query(`listen ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  const beating = setInterval(() => void beat(client), beatMs).unref();
  void lost.then(() => clearInterval(beating));
  for (const handler of Object.values(channels)) handler(undefined);
  return { client, lost };
}

/** Ends a connection that does not answer. */
const beat = (client: Client): Promise<unknown> =>
  client
    .query("select 1")
    .catch(() => client.end())
    .catch(() => undefined);

/** Tries until it succeeds, or until `stopping`: then undefined. */
async function reconnect(
  url: string,
  options: ListenOptions,
  lostBy: Error,
  stopping: AbortSignal,
): Promise<Connection | undefined> {
  const { onError } = options;
  onError?.(lostBy);
  for (let delayMs = 100; !stopping.aborted; delayMs = Math.min(delayMs * 2, 5000)) {
    await sleep(delayMs, undefined, { signal: stopping }).catch(() => undefined);
    const connection = await connect(url, options).catch((error: unknown) => {
      onError?.(error instanceof Error ? error : new Error(String(error)));
    });
    if (connection && stopping.aborted) await connection.client.end();
    else if (connection) return connection;
  }
  return undefined;
}
