import { setTimeout as sleep } from "node:timers/promises";
import type { ProtocolTable } from "./protocolTable.ts";

export interface ProtocolFreshness {
  /** Takes a word of the protocol channel; undefined when words were missed. See `listen` of the store. */
  readonly hear: (word?: string) => void;
  /** Settles with the first reading. */
  readonly ready: () => Promise<void>;
  readonly stop: () => void;
}

export interface ProtocolFreshnessOptions {
  /** Told when a reading fails; it is tried again by itself. */
  readonly onError: (error: unknown) => void;
  /** Reads again after this long without a word, should one be lost. */
  readonly intervalMs?: number;
}

const INTERVAL_MS = 60_000;
const RETRY_MS = 1000;

/** Keeps a protocol table as the store is: reads all of it again when something is said to have changed, and every minute. */
export function createProtocolFreshness(
  table: Pick<ProtocolTable, "reload">,
  { onError, intervalMs = INTERVAL_MS }: ProtocolFreshnessOptions,
): ProtocolFreshness {
  const stopping = new AbortController();
  let first: Promise<void> | undefined;
  let isStale = false;
  let isReading = false;

  const keepReading = async () => {
    isReading = true;
    while (isStale && !stopping.signal.aborted) {
      isStale = false; // what is heard from here on is read once more
      const reading = table.reload();
      first ??= reading;
      await reading.catch(async (error: unknown) => {
        isStale = true;
        if (stopping.signal.aborted) return;
        onError(error);
        await sleep(RETRY_MS, undefined, { ref: false });
      });
    }
    isReading = false;
  };

  const hear = () => {
    isStale = true;
    if (!isReading) void keepReading();
  };
  const timer = setInterval(hear, intervalMs).unref();
  const stop = () => {
    stopping.abort();
    clearInterval(timer);
  };
  return { hear, ready: async () => await first, stop };
}
