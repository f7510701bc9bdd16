import type { Logger } from "pino";
import type { RangeReader } from "./rangeReader.ts";
import type { ReaderThread } from "./readerThread.ts";

export interface ReadersOptions {
  /** Of this thread. */
  local: RangeReader;
  startThread?: (() => ReaderThread) | undefined;
  /** So many blocks to go are worth a thread. */
  threadBlocks: number;
  log: Logger;
}

/** Who reads the next range: this thread, or one of its own where there is much to read. */
export interface Readers {
  /** @param distance - Blocks to go. */
  pick(this: void, distance: bigint): RangeReader;
  end(this: void): Promise<void>;
}

/** A thread is started when it is worth it, used as soon as it can read, and ended with the backfill. */
export function createReaders({ local, startThread, threadBlocks, log }: ReadersOptions): Readers {
  let thread: ReaderThread | undefined;
  let isFit = true;
  const start = (create: () => ReaderThread): ReaderThread => {
    const started = create();
    started.failed.catch((error: unknown) => {
      isFit = false;
      thread = undefined;
      log.warn({ err: error }, "the thread that reads blocks failed; they are read without it");
    });
    return started;
  };
  const end = async (): Promise<void> => {
    const ending = thread;
    thread = undefined;
    await ending?.end();
  };
  return {
    pick(distance) {
      if (distance < threadBlocks || !isFit || startThread === undefined) return local;
      thread ??= start(startThread);
      return thread.isReady ? thread : local;
    },
    end,
  };
}
