import { setTimeout as sleep } from "node:timers/promises";
import { findCause, WrongChainError } from "@portico/evm";
import { OtherChainError } from "@portico/store";
import type { Store } from "@portico/store";
import type { Logger } from "pino";
import { createChainRpc, DEFAULT_LIMITS } from "./chainWork.ts";
import type { WorkLimits } from "./chainWork.ts";
import { indexChain } from "./indexChain.ts";
import type { ChainJob } from "./indexChain.ts";
import { createProgressMeter } from "./progress.ts";
import type { ChainProgress } from "./progress.ts";

export interface IndexedChain {
  /** Slug of the chain table: `eth`. */
  chain: string;
  rpcUrls: readonly string[];
  /** undefined: 7,200 blocks before the head. What is stored already goes on from where it stopped, whatever this says. */
  startBlock?: bigint | undefined;
}

export interface IndexerOptions {
  db: Store;
  chains: readonly IndexedChain[];
  log: Logger;
  /** Ends the work after the transaction that runs. */
  signal: AbortSignal;
  onProgress?: (progress: ChainProgress) => void;
  /** How long to wait for a new block before asking again. */
  pollMs?: number;
  limits?: Partial<WorkLimits>;
}

const DEFAULT_POLL_MS = 1_000;
const RESTART_MS = 5_000;

/**
 * Indexes the chains side by side until the signal comes. A chain that fails is tried again for ever.
 * @throws RangeError for an unknown slug, WrongChainError for an RPC of another chain, OtherChainError for a database of
 * another.
 */
export async function runIndexer(options: IndexerOptions): Promise<void> {
  const { db, log, onProgress = () => undefined, pollMs = DEFAULT_POLL_MS } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const jobs = options.chains.map(({ chain: slug, rpcUrls, startBlock }): ChainJob => {
    const { chain, rpc } = createChainRpc(slug, rpcUrls);
    const meter = createProgressMeter(slug, onProgress);
    return { db, chain, rpc, startBlock, pollMs, limits, meter, log: log.child({ chain: slug }), signal };
  });
  const running = jobs.map(async (job) => {
    try {
      await keepIndexing(job);
    } catch (error) {
      stop.abort();
      throw error;
    }
  });
  const results = await Promise.allSettled(running);
  const failure = results.find((result) => result.status === "rejected");
  if (failure !== undefined) throw failure.reason;
}

async function keepIndexing(job: ChainJob): Promise<void> {
  while (!job.signal.aborted) {
    try {
      await indexChain(job);
    } catch (error) {
      const wrong = findCause(error, WrongChainError) ?? findCause(error, OtherChainError);
      if (wrong !== undefined) throw wrong;
      job.log.error({ err: error }, "chain failed; it is tried again");
      await sleep(RESTART_MS, undefined, { signal: job.signal }).catch(() => undefined);
    }
  }
}
