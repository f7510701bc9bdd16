import { findCause, RpcCallError } from "@portico/evm";
import type { Address, Chain, Rpc } from "@portico/evm";
import {
  applyTokenList,
  findChainState,
  hasOpenPasses,
  holdChain,
  inTransaction,
  listTokenPage,
  listUndescribedTokens,
  listUntracedNftContracts,
  listUntracedTokens,
  listVerifiedSymbols,
  upsertTokens,
  writeJudgements,
  writeNftOrigins,
  writeOrigins,
} from "@portico/store";
import type { BlockRef, Store } from "@portico/store";
import type { Logger } from "pino";
import { runRounds } from "../runRounds.ts";
import type { TokenLists } from "../tokenLists/loadTokenLists.ts";
import { describeTokens } from "./describeTokens.ts";
import { findOrigins } from "./findOrigins.ts";
import { judgeToken } from "./judgeToken.ts";
import { createSymbolSet } from "./symbolSet.ts";

export interface TokenMetadataJob {
  db: Store;
  chain: Chain;
  rpc: Rpc;
  /** If omitted, the previously stored lists stay. */
  lists?: Promise<Pick<TokenLists, "listFor">> | undefined;
  log: Logger;
  signal: AbortSignal;
  /** Interval between checks for work. */
  pollMs?: number;
}

const POLL_MS = 10_000;
const DESCRIBED_AT_ONCE = 200;
const TRACED_AT_ONCE = 20;
const JUDGED_AT_ONCE = 500;
/** Time in which searches of ten and more calls a contract wait for histories. */
const TRACE_PAUSE_MS = 600_000;
/** Calls per second of searching one part of the chain: on a node with a known rate it must not delay what users wait for. */
const SEARCH_RATE = 20;

/**
 * Maintains, in a side job until the signal aborts, token metadata that is not urgent: which tokens are listed, the
 * descriptions of tokens without events, suspicious tokens after a change of the listed symbols, and deployments of
 * tokens and NFT collections before the first indexed block. Contracts are read at the chain's stored head, once there
 * is one. Failures are logged and retried.
 */
export async function syncTokenMetadata(job: TokenMetadataJob): Promise<void> {
  const progress = createProgress();
  const onError = (error: unknown): void => job.log.warn({ err: error }, "reading token metadata failed; retrying");
  await runRounds({ signal: job.signal, pauseMs: job.pollMs ?? POLL_MS, onError }, async () => {
    await updateTokenMetadata(job, progress);
    return "rest";
  });
}

export interface Progress {
  /** Whether the lists are in the store. */
  isListed: boolean;
  /** The listed symbols that all tokens were judged by. */
  judgedBy: string | undefined;
  /** Rounds in which deployments are not searched for, because the node refused to read an old block. */
  backoffRounds: number;
  /** Consecutive refusals. */
  refusals: number;
  /** When deployments were last searched for, or this began, by `performance.now()`. */
  tracedAt: number;
}

export const createProgress = (): Progress => ({
  isListed: false,
  judgedBy: undefined,
  backoffRounds: 0,
  refusals: 0,
  tracedAt: performance.now(),
});

/** About an hour. */
const MAX_BACKOFF_ROUNDS = 360;

/** All work that is due. */
export async function updateTokenMetadata(job: TokenMetadataJob, progress: Progress): Promise<void> {
  if (job.lists !== undefined && !progress.isListed) {
    const listed = (await job.lists).listFor(job.chain);
    await write(job, undefined, (tx) => applyTokenList(tx, job.chain.slug, listed));
    progress.isListed = true;
  }
  await describeAll(job);
  await judgeAll(job, progress);
  if (progress.backoffRounds > 0) progress.backoffRounds--;
  else await tryToTrace(job, progress);
}

/**
 * A node without historical states refuses permanently, others temporarily: it is called again with increasing backoff.
 */
async function tryToTrace(job: TokenMetadataJob, progress: Progress): Promise<void> {
  if (performance.now() - progress.tracedAt < TRACE_PAUSE_MS && (await isBusy(job))) return;
  progress.refusals = (await traceAll(job, progress)) ? 0 : progress.refusals + 1;
  if (progress.refusals > 0) progress.backoffRounds = Math.min(2 ** (progress.refusals - 1), MAX_BACKOFF_ROUNDS);
}

async function describeAll(job: TokenMetadataJob): Promise<void> {
  const { db, chain, signal } = job;
  while (!signal.aborted) {
    const addresses = await listUndescribedTokens(db, chain.slug, DESCRIBED_AT_ONCE);
    const head = await findHead(job);
    if (addresses.length === 0 || head === undefined) return;
    const tokens = await describeTokens(job, addresses, head);
    if (!(await write(job, head, (tx) => upsertTokens(tx, tokens)))) return;
  }
}

const findHead = async ({ db, chain }: TokenMetadataJob): Promise<BlockRef | undefined> =>
  (await findChainState(db, chain.slug))?.balances;

/**
 * Runs concurrently to the chain's indexer, which locks tokens in another order.
 * @param head - Where the data was read: it is not written if the chain has dropped this block since.
 * @returns whether it was written.
 */
const write = ({ db, chain }: TokenMetadataJob, head: BlockRef | undefined, work: (tx: Store) => Promise<void>) =>
  inTransaction(db, async (tx) => {
    const isStored = await holdChain(tx, chain.slug, head);
    if (isStored) await work(tx);
    return isStored;
  });

async function judgeAll(job: TokenMetadataJob, progress: Progress): Promise<void> {
  const { db, chain, signal } = job;
  const symbols = [...(await listVerifiedSymbols(db, chain.slug)), chain.native.symbol].toSorted();
  const judgedBy = JSON.stringify(symbols);
  if (progress.judgedBy === judgedBy) return;
  const verified = createSymbolSet(symbols);
  for (let after: Address | undefined; !signal.aborted;) {
    const page = await listTokenPage(db, { chain: chain.slug, after, limit: JUDGED_AT_ONCE });
    const judged = page.filter(({ isVerified, metadataBlock }) => !isVerified && metadataBlock !== null);
    const judgements = judged.map((token) => ({ address: token.address, ...judgeToken(token, verified) }));
    await write(job, undefined, (tx) => writeJudgements(tx, chain.slug, judgements));
    after = page.at(-1)?.address;
    if (page.length < JUDGED_AT_ONCE) {
      progress.judgedBy = judgedBy;
      return;
    }
  }
}

/** Whether the calls of a limited rate are needed for histories, which will name more contracts. */
const isBusy = async ({ db, chain, rpc }: TokenMetadataJob): Promise<boolean> =>
  (await rpc.readLimits()).rate !== undefined && (await hasOpenPasses(db, chain.slug));

/** Contracts whose deployment is looked up. */
const UNTRACED = [
  { list: listUntracedTokens, write: writeOrigins },
  { list: listUntracedNftContracts, write: writeNftOrigins },
] as const;

/** @returns whether the node has historical states. */
async function traceAll(job: TokenMetadataJob, progress: Progress): Promise<boolean> {
  for (const queue of UNTRACED) if (!(await traceQueue(job, progress, queue))) return false;
  return true;
}

async function traceQueue(
  job: TokenMetadataJob,
  progress: Progress,
  queue: (typeof UNTRACED)[number],
): Promise<boolean> {
  const { db, chain, rpc, signal } = job;
  while (!signal.aborted) {
    const addresses = await queue.list(db, chain.slug, TRACED_AT_ONCE);
    const head = await findHead(job);
    if (addresses.length === 0 || head === undefined) return true;
    progress.tracedAt = performance.now();
    try {
      const { batchRate } = await rpc.readLimits();
      const maxAtOnce = batchRate === undefined ? TRACED_AT_ONCE : Math.max(1, Math.floor(batchRate / SEARCH_RATE));
      const origins = await findOrigins(rpc, addresses, { head: head.blockNumber, signal, maxAtOnce });
      if (!(await write(job, head, (tx) => queue.write(tx, chain.slug, origins)))) return true;
    } catch (error) {
      if (findCause(error, RpcCallError) === undefined) throw error;
      return false;
    }
  }
  return true;
}
