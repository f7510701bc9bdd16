import { setTimeout as sleep } from "node:timers/promises";
import { writeChainStatus } from "@portico/store";
import type { Lease, Store } from "@portico/store";
import type { ChainProgress } from "./progress.ts";

export interface StatusWriter {
  show(this: void, progress: ChainProgress): void;
  /** Writes a pending status. */
  stop(): Promise<void>;
}

/** Minimum interval of writes, except for a change of phase. */
const WRITE_MS = 1_000;
/** Interval of writes without changes, to show that the process is alive. */
const REPEAT_MS = 5_000;

/** Publishes the status of a lease's holder in the store. Failed writes are skipped. */
export function createStatusWriter(db: Store, lease: Lease, onError: (error: unknown) => void): StatusWriter {
  const stop = new AbortController();
  let latest: ChainProgress | undefined;
  let written: ChainProgress | undefined;
  let wake = new AbortController();
  const write = async (): Promise<void> => {
    if (latest === undefined || latest.phase === "waiting") return;
    written = latest;
    await writeChainStatus(db, lease, { ...written, phase: latest.phase }).catch(onError);
  };
  const follow = async (): Promise<void> => {
    let writtenAt = Number.NEGATIVE_INFINITY;
    while (!stop.signal.aborted) {
      wake = new AbortController();
      const isNews = latest !== written;
      if (isNews || performance.now() - writtenAt >= REPEAT_MS) {
        writtenAt = performance.now();
        await write();
      }
      const signal = AbortSignal.any([stop.signal, wake.signal]);
      await sleep(WRITE_MS, undefined, { signal }).catch(() => undefined);
    }
    if (latest !== written) await write();
  };
  const following = follow();
  return {
    show(progress) {
      const isChange = progress.phase !== latest?.phase;
      latest = progress;
      if (isChange) wake.abort();
    },
    async stop() {
      stop.abort();
      await following;
    },
  };
}
