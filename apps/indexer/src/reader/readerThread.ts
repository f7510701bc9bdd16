import { Worker } from "node:worker_threads";
import type { OnCall } from "@portico/evm";
import { ReorgError } from "../reorgError.ts";
import type { SourceReads } from "../source/createSource.ts";
import type { PackedRange } from "./packedRange.ts";
import type { RangeReader } from "./rangeReader.ts";
import type { ReaderData, ReaderFailure, ReaderMessage, ReaderQuestion } from "./readerMessages.ts";

export interface ReaderThreadOptions {
  /** Slug of the chain table. */
  chain: string;
  rpcUrls: readonly string[];
  /** A block that the node has, to learn from what it can. */
  headNumber: bigint;
  maxBlocks: number;
  reads: SourceReads;
  onCall?: OnCall | undefined;
}

export interface ReaderThread extends RangeReader {
  /** It takes a moment until it can read; and it can't any more when it has ended. */
  readonly isReady: boolean;
  /** Rejects when it fails as a whole; never resolves. */
  readonly failed: Promise<never>;
  /** What is being read then fails. */
  end(): Promise<void>;
}

interface Waiting {
  resolve: (range: PackedRange) => void;
  reject: (error: Error) => void;
}

/** Reads ranges in a thread of its own, by connections of its own: while one range is stored, the next are made ready. */
export function startReaderThread({ onCall, ...options }: ReaderThreadOptions): ReaderThread {
  const data: ReaderData = options;
  const worker = new Worker(new URL("readerWorker.ts", import.meta.url), { workerData: data, execArgv: [] });
  const waiting = new Map<number, Waiting>();
  let [isReady, hasEnded, lastId] = [false, false, 0];
  const settle = (id: number): Waiting | undefined => {
    const one = waiting.get(id);
    waiting.delete(id);
    return one;
  };
  const fail = (reason: Error): void => {
    [isReady, hasEnded] = [false, true];
    for (const id of waiting.keys()) settle(id)?.reject(reason);
  };
  worker.on("message", (message: ReaderMessage) => {
    if ("isReady" in message) isReady = true;
    else if ("call" in message) onCall?.(message.call);
    else if ("range" in message) settle(message.id)?.resolve(message.range);
    else settle(message.id)?.reject(toError(message.failure));
  });
  const failed = new Promise<never>((_, reject) => {
    worker.on("error", (cause) => {
      const error = new Error("The thread that reads blocks failed", { cause });
      fail(error);
      reject(error);
    });
  });
  failed.catch(() => undefined); // whoever reads is told too
  worker.on("exit", () => fail(new Error("The thread that reads blocks has ended")));
  return {
    get isReady() {
      return isReady;
    },
    failed,
    read: (fromBlock, toBlock) =>
      new Promise((resolve, reject) => {
        if (hasEnded) return reject(new Error("The thread that reads blocks has ended"));
        const id = (lastId += 1);
        waiting.set(id, { resolve, reject });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage({ id, fromBlock, toBlock } satisfies ReaderQuestion);
      }),
    end: async () => void (await worker.terminate()),
  };
}

/** As it was thrown in the thread, so far as somebody tells errors apart. */
const toError = ({ name, message, reorgedBlock }: ReaderFailure): Error =>
  reorgedBlock === undefined ? Object.assign(new Error(message), { name }) : new ReorgError(reorgedBlock);
