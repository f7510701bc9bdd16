import type { Address, HistoryUrls } from "@portico/evm";
import { findChainState, noteHistoryFailure } from "@portico/store";
import type { OwnerHistory } from "@portico/store";
import { atOnce } from "../sideWork.ts";
import type { SideWork } from "../sideWork.ts";
import type { HistorySources } from "./findSources.ts";
import type { HistoryWork } from "./historyWork.ts";
import { createRetries } from "./retries.ts";
import type { Retries } from "./retries.ts";
import { createTransactionClaims } from "./transactionClaims.ts";
import type { TransactionClaims } from "./transactionClaims.ts";

export interface HistorySettings extends HistoryUrls {
  /** Maximum number of transactions collected of an owner. */
  maxTransactions: number;
  /** Pause while there is nothing to do. */
  pollMs?: number;
}

/** What the steps share in memory. All of it can be lost. */
export interface Collector {
  work: SideWork;
  sources: HistorySources;
  maxTransactions: number;
  retries: { calls: Retries; logs: Retries; checks: Retries };
  /** Owners whose calls are being collected. */
  busy: Set<Address>;
  /** Owners whose calls no source finds. */
  withoutCalls: Set<Address>;
  /** Transactions that steps are reading. */
  claims: TransactionClaims;
  /** Number of searches of logs. */
  searches: number;
  /** Maximum number of owners whose logs are searched together: fewer after a failure, which one of them may cause. */
  cohortSize: number;
}

/** Histories of which a step chooses, those with the fewest transactions first. */
export const OPEN_AT_ONCE = 1_000;

export const createCollector = (work: SideWork, sources: HistorySources, maxTransactions: number): Collector => ({
  work,
  sources,
  maxTransactions,
  retries: { calls: createRetries(), logs: createRetries(), checks: createRetries() },
  busy: new Set(),
  withoutCalls: new Set(),
  claims: createTransactionClaims(),
  searches: 0,
  cohortSize: OPEN_AT_ONCE,
});

/** Owners whose calls are collected at once. */
export const CALLS_AT_ONCE = 4;

/** Transactions read at once: of a node with a known rate about those of three seconds, so that the head can be read between. */
const CHUNK = { min: 10, max: 100 };
const CHUNK_SECONDS = 3;

/** What a step works with at the newest block of the index; undefined while the chain isn't synced. */
export async function beginStep(
  collector: Pick<Collector, "claims" | "sources" | "work">,
): Promise<{ work: HistoryWork; chunkSize: number } | undefined> {
  const { claims, sources, work } = collector;
  const state = await findChainState(work.db, work.chain.slug);
  if (state?.balances === undefined || state.logs === undefined) return undefined;
  const { batchRate = CHUNK.max } = await work.rpc.readLimits();
  const { inTurn = atOnce } = work;
  return {
    work: { ...work, inTurn, claims, reader: sources.reader, head: state.logs },
    chunkSize: Math.min(CHUNK.max, Math.max(CHUNK.min, Math.floor(batchRate * CHUNK_SECONDS))),
  };
}

const MAX_NAMED = 5;

/** Logs why a step failed, and notes it with the histories. */
export async function failStep(
  { work: { db, chain, log, signal } }: Collector,
  owners: readonly Address[],
  error: unknown,
): Promise<void> {
  if (signal.aborted) return;
  log.warn({ err: error, owners: owners.slice(0, MAX_NAMED) }, "a step of a history failed; retrying");
  const reason = error instanceof Error ? error.message.split("\n", 1)[0]! : String(error);
  await noteHistoryFailure(db, chain.slug, owners, reason);
}

/** Whether so much is collected that the rest is left out. */
export const isOver = ({ maxTransactions }: Collector, { transactionCount }: OwnerHistory): boolean =>
  transactionCount >= BigInt(maxTransactions);
