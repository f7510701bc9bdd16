import type { MeterLog } from "./meterLog.ts";

/** Timeout of calls: a process can count by itself. */
const TIMEOUT_MS = 250;

export interface RedisConnection {
  readonly client: object;
  readonly close: () => void;
}

/**
 * Waits some seconds at most. @throws Error with the reason why Redis is unavailable; never with the URL's password.
 */
export async function pingRedis(url: string): Promise<void> {
  const { Redis } = await import("ioredis");
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 5_000,
    commandTimeout: 5_000,
    retryStrategy: () => null,
  });
  let reason: string | undefined; // more precise than the thrown error
  client.on("error", ({ message }) => (reason = message));
  try {
    await client.connect();
    await client.ping();
  } catch (error) {
    throw new Error(reason ?? (error as Error).message, { cause: error });
  } finally {
    client.disconnect();
  }
}

/**
 * A connection that reconnects by itself, and rejects at once meanwhile. The library is loaded only here: most
 * processes need none.
 */
export async function openRedis(url: string, log: MeterLog): Promise<RedisConnection> {
  const { Redis } = await import("ioredis");
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 5_000,
    commandTimeout: TIMEOUT_MS,
    retryStrategy: (times) => Math.min(100 * 2 ** times, 5_000),
  });
  let isReported = false; // once per outage
  client.on("error", ({ message: reason }) => {
    // nothing else of the error: it holds the rejected command, and so the password
    if (!isReported) log.warn({ reason }, "Redis is unavailable: each process counts requests on its own");
    isReported = true;
  });
  client.on("ready", () => {
    isReported = false;
  });
  return { client, close: () => client.disconnect() };
}
