import { setTimeout as sleep } from "node:timers/promises";
import type { ProtocolTable } from "./protocolTable.ts";

export interface ProtocolFreshness {
  /** Handles a notification of the protocol channel; undefined after a gap. See `listen` of the store. */
  readonly onNotify: (word?: string) => void;
  /** Settles with the first read. */
  readonly ready: () => Promise<void>;
  readonly stop: () => void;
}

export interface ProtocolFreshnessOptions {
  /** Called if a read fails; it is retried by itself. */
  readonly onError: (error: unknown) => void;
  /** Interval of reads without a notification, in case one is lost. */
  readonly intervalMs?: number;
}

const INTERVAL_MS = 60_000;
const RETRY_MS = 1000;

/** Keeps a protocol table up to date: reads everything again after a notification, and every minute. */
export function createProtocolFreshness(
  table: Pick<ProtocolTable, "reload">,
  { onError, intervalMs = INTERVAL_MS }: ProtocolFreshnessOptions,
): ProtocolFreshness {
  const stopping = new AbortController();
  let first: Promise<void> | undefined;
  let isStale = false;
  let isReading = false;

  const readContinuously = async () => {
    isReading = true;
    while (isStale && !stopping.signal.aborted) {
      isStale = false; // notifications from here on cause one more read
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

  const onNotify = () => {
    isStale = true;
    if (!isReading) void readContinuously();
  };
  const timer = setInterval(onNotify, intervalMs).unref();
  const stop = () => {
    stopping.abort();
    clearInterval(timer);
  };
  return { onNotify, ready: async () => await first, stop };
}
