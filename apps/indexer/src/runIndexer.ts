import { setTimeout as sleep } from "node:timers/promises";
import { WrongChainError, findCause } from "@portico/evm";
import type { CallRates, EndpointProfiles, HistoryUrls, RpcEvent, RpcLimits, RpcOptions } from "@portico/evm";
import { DevnetDatabaseError, DistributionError, LeaseLostError, OtherChainError } from "@portico/store";
import type { IndexMode, Lease, Store } from "@portico/store";
import pLimit from "p-limit";
import type { Logger } from "pino";
import { DEFAULT_LIMITS, createChainRpc } from "./chain/chainWork.ts";
import type { WorkLimits } from "./chain/chainWork.ts";
import { createErrorText } from "./errorText.ts";
import { createHolderId } from "./leases/holderId.ts";
import { indexChain } from "./chain/indexChain.ts";
import type { ChainJob } from "./chain/indexChain.ts";
import { shareLeases } from "./leases/leaseSharing.ts";
import { combineMeters } from "./status/metrics.ts";
import type { Metrics } from "./status/metrics.ts";
import { createProgressMeter } from "./status/progress.ts";
import type { ChainProgress } from "./status/progress.ts";
import { runSideJobs } from "./sideJobs.ts";
import { createPartStore } from "./source/partStore.ts";
import { createStatusWriter } from "./status/statusWriter.ts";
import type { StatusWriter } from "./status/statusWriter.ts";
import type { LeaseTimes } from "./leases/leaseOptions.ts";
import type { SourceReads } from "./source/sourceState.ts";
import type { Keeping } from "./retention/keptRanges.ts";
import type { SideJob } from "./sideWork.ts";
import type { TokenLists } from "./tokenLists/loadTokenLists.ts";

export interface IndexedChain extends Keeping {
  /** Slug of the chain table: `eth`. */
  chain: string;
  rpcUrls: readonly string[];
  rpcLimits?: RpcLimits;
  /** undefined: 7,200 blocks before the head. A stored index continues from its cursor regardless. */
  startBlock?: bigint | undefined;
  /** Whether everything is stored, or only what concerns followed owners; undefined: as the store has it. */
  mode?: IndexMode | undefined;
  /** The same for a chain that is new to the store; "full" if omitted. */
  newMode?: IndexMode | undefined;
  /** Data read in addition to blocks and logs; if omitted, all that the RPC supports. */
  reads?: SourceReads | undefined;
  /** Where the past transactions of followed owners are found, apart from the RPC. */
  history?: HistoryUrls | undefined;
}

export interface IndexerOptions {
  db: Store;
  /** Connections that the work does not use, so that leases are renewed even when those are busy; default: `db`. */
  leaseDb?: Store;
  chains: readonly IndexedChain[];
  log: Logger;
  /** Ends the work after the current write; calls to nodes are aborted, including queued ones. */
  signal: AbortSignal;
  onProgress?: (progress: ChainProgress) => void;
  metrics?: Metrics;
  /** Resolves when a chain has work before the next poll: see listenForInitialScans. */
  woken?: (chain: string) => Promise<void>;
  /** If omitted, all verified tokens are trusted in prices. */
  lists?: Promise<TokenLists> | undefined;
  /** Run on each chain that this process holds; default: none. */
  sideJobs?: readonly SideJob[];
  /** Polling interval for new blocks. */
  pollMs?: number;
  limits?: Partial<WorkLimits>;
  leaseTimes?: Partial<LeaseTimes>;
  /** Shared rate limits of URLs that other processes call too; default: of this process alone. */
  rates?: CallRates;
  /** Limits that nodes have shown to any process; default: to this client alone. */
  profiles?: EndpointProfiles | undefined;
  /** Delays after a failure: before the chain is restarted, and before a call is retried. */
  waits?: Partial<FailureWaits>;
}

export interface FailureWaits extends Required<Pick<RpcOptions, "baseDelayMs" | "maxDelayMs">> {
  restartMs: number;
}

const DEFAULT_POLL_MS = 1_000;
const RESTART_MS = 5_000;

/**
 * Indexes the chains concurrently until the signal aborts, except those that another process holds: however many
 * processes share a database, each chain is held by one, and taken over soon after that one ends. A failed chain is
 * retried indefinitely.
 * @throws RangeError for an unknown slug, WrongChainError for an RPC of another chain, OtherChainError for a database
 * of another, DistributionError where blocks are to be dropped from a distributed database.
 */
export async function runIndexer(options: IndexerOptions): Promise<void> {
  const { db, leaseDb = db, log, signal } = options;
  const workers = new Map(options.chains.map((indexed) => [indexed.chain, createWorker(options, indexed)]));
  for (const worker of workers.values()) worker.wait();
  await shareLeases({
    db: leaseDb,
    holder: createHolderId(),
    names: [...workers.keys()],
    signal,
    work: (lease, until) => workers.get(lease.name)!.work(lease, until),
    onError: (error) => log.warn({ err: error }, "renewing leases failed; retrying"),
    times: options.leaseTimes ?? {},
  });
}

interface Worker {
  wait(): void;
  work(lease: Lease, signal: AbortSignal): Promise<void>;
}

function createWorker(options: IndexerOptions, indexed: IndexedChain): Worker {
  const { chain: slug, rpcUrls, rpcLimits, history, ...settings } = indexed;
  const { db, leaseDb = db, lists, metrics, onProgress = () => undefined, pollMs = DEFAULT_POLL_MS } = options;
  const onCall = (event: RpcEvent): void => metrics?.countRpc(slug, event);
  const { restartMs = RESTART_MS, ...delays } = options.waits ?? {};
  const rates = options.rates === undefined ? {} : { rates: options.rates };
  const { chain, rpc } = createChainRpc(slug, rpcUrls, {
    onCall,
    signal: options.signal,
    profiles: options.profiles,
    ...rpcLimits,
    ...rates,
    ...delays,
  });
  const log = options.log.child({ chain: slug });
  let status: StatusWriter | undefined;
  const progressMeter = createProgressMeter(slug, (progress) => {
    onProgress(progress);
    metrics?.show(progress);
    status?.show(progress);
  });
  const meter = combineMeters(metrics === undefined ? [progressMeter] : [progressMeter, metrics.createMeter(slug)]);
  const toText = createErrorText(rpcUrls);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { woken: wokenFor } = options;
  const woken = wokenFor === undefined ? {} : { woken: () => wokenFor(slug) };
  return {
    wait: () => meter.wait(),
    async work(lease, signal) {
      log.info({ holder: lease.holder, term: lease.term }, "acquired the chain's lease");
      status = createStatusWriter(leaseDb, lease, (error) => log.warn({ err: error }, "writing the status failed"));
      try {
        const inTurn = pLimit(1);
        const job: ChainJob = {
          db,
          chain,
          rpc,
          ...settings,
          lease,
          pollMs,
          limits,
          meter,
          log,
          signal,
          parts: createPartStore(),
          lists,
          inTurn,
          ...woken,
        };
        const ended = new AbortController();
        const side = { db, chain, rpc, log, lists, history, inTurn, signal: AbortSignal.any([signal, ended.signal]) };
        const sides = runSideJobs(options.sideJobs ?? [], side);
        await runIndexing(job, { toText, restartMs }).finally(() => ended.abort());
        await sides;
      } finally {
        await status.stop();
        status = undefined;
        meter.wait();
        log.info({ holder: lease.holder, term: lease.term }, "stopped work on the chain");
      }
    },
  };
}

/** Until the signal aborts, or another process has the lease. */
async function runIndexing(
  job: ChainJob,
  { toText, restartMs }: { toText: (error: unknown) => string; restartMs: number },
): Promise<void> {
  while (!job.signal.aborted) {
    try {
      await indexChain(job);
    } catch (error) {
      const wrong =
        findCause(error, WrongChainError) ??
        findCause(error, OtherChainError) ??
        findCause(error, DevnetDatabaseError) ??
        findCause(error, DistributionError);
      if (wrong !== undefined) throw wrong;
      if (findCause(error, LeaseLostError) !== undefined) return;
      if (job.signal.aborted) return; // its current work was interrupted
      job.log.error({ err: error }, "indexing the chain failed; retrying");
      job.meter.fail(toText(error));
      await sleep(restartMs, undefined, { signal: job.signal }).catch(() => undefined);
    }
  }
}
