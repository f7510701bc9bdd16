import { findCause, RpcCallError } from "@portico/evm";
import type { Address, Chain, Rpc } from "@portico/evm";
import {
  applyTokenList,
  findChainState,
  holdChain,
  inTransaction,
  listTokenPage,
  listUndescribedTokens,
  listUntracedTokens,
  listVerifiedSymbols,
  upsertTokens,
  writeJudgements,
  writeOrigins,
} from "@portico/store";
import type { BlockRef, Store } from "@portico/store";
import type { Logger } from "pino";
import { keepGoing } from "../keepGoing.ts";
import type { TokenLists } from "../tokenLists/loadTokenLists.ts";
import { describeTokens } from "./describeTokens.ts";
import { findOrigins } from "./findOrigins.ts";
import { judgeToken } from "./judgeToken.ts";
import { createSymbolSet } from "./symbolSet.ts";

export interface TokenFactsJob {
  db: Store;
  chain: Chain;
  rpc: Rpc;
  /** Left out: those of the last time stay. */
  lists?: Promise<TokenLists>;
  log: Logger;
  signal: AbortSignal;
  /** How long to wait before looking for work again. */
  pollMs?: number;
}

const POLL_MS = 10_000;
const DESCRIBED_AT_ONCE = 200;
const TRACED_AT_ONCE = 20;
const JUDGED_AT_ONCE = 500;

/**
 * Finds out, beside the work on blocks and until the signal comes, what nobody waits for: which tokens are listed, what
 * those say of themselves that were not met, whom to suspect when the listed symbols change, and when those were deployed
 * whose creation the index didn't see. What contracts say is read at the chain's stored head, once there is one. What fails
 * is logged and tried again.
 */
export async function keepTokenFacts(job: TokenFactsJob): Promise<void> {
  const progress = createProgress();
  const onError = (error: unknown): void =>
    job.log.warn({ err: error }, "token facts could not be found out; trying again");
  await keepGoing({ signal: job.signal, restMs: job.pollMs ?? POLL_MS, onError }, async () => {
    await findTokenFacts(job, progress);
    return "rest";
  });
}

export interface Progress {
  /** Whether the lists are in the store. */
  isListed: boolean;
  /** The listed symbols that all tokens were judged by. */
  judgedBy: string | undefined;
  /** Rounds in which deployments are not looked for, as the node refused to answer for an old block. */
  restRounds: number;
  /** Refused so often in a row. */
  refusals: number;
}

export const createProgress = (): Progress => ({ isListed: false, judgedBy: undefined, restRounds: 0, refusals: 0 });

/** About an hour. */
const REST_MAX = 360;

/** All there is to do now. */
export async function findTokenFacts(job: TokenFactsJob, progress: Progress): Promise<void> {
  if (job.lists !== undefined && !progress.isListed) {
    const listed = (await job.lists).listFor(job.chain);
    await write(job, undefined, (tx) => applyTokenList(tx, job.chain.id, listed));
    progress.isListed = true;
  }
  await describeAll(job);
  await judgeAll(job, progress);
  if (progress.restRounds > 0) progress.restRounds--;
  else await tryToTrace(job, progress);
}

/** A node without old states refuses for good, any other does for a while: it is asked again, ever more rarely. */
async function tryToTrace(job: TokenFactsJob, progress: Progress): Promise<void> {
  progress.refusals = (await traceAll(job)) ? 0 : progress.refusals + 1;
  if (progress.refusals > 0) progress.restRounds = Math.min(2 ** (progress.refusals - 1), REST_MAX);
}

async function describeAll(job: TokenFactsJob): Promise<void> {
  const { db, chain, signal } = job;
  while (!signal.aborted) {
    const addresses = await listUndescribedTokens(db, chain.id, DESCRIBED_AT_ONCE);
    const head = await findHead(job);
    if (addresses.length === 0 || head === undefined) return;
    const tokens = await describeTokens(job, addresses, head);
    if (!(await write(job, head, (tx) => upsertTokens(tx, tokens)))) return;
  }
}

const findHead = async ({ db, chain }: TokenFactsJob): Promise<BlockRef | undefined> =>
  (await findChainState(db, chain.id))?.balances;

/**
 * Beside the chain's indexer, which locks tokens in another order.
 * @param head - What is written was read there: not done when the chain dropped it meanwhile.
 * @returns whether it was done.
 */
const write = ({ db, chain }: TokenFactsJob, head: BlockRef | undefined, work: (tx: Store) => Promise<void>) =>
  inTransaction(db, async (tx) => {
    const isStored = await holdChain(tx, chain.id, head);
    if (isStored) await work(tx);
    return isStored;
  });

async function judgeAll(job: TokenFactsJob, progress: Progress): Promise<void> {
  const { db, chain, signal } = job;
  const symbols = [...(await listVerifiedSymbols(db, chain.id)), chain.native.symbol].toSorted();
  const judgedBy = JSON.stringify(symbols);
  if (progress.judgedBy === judgedBy) return;
  const verified = createSymbolSet(symbols);
  for (let after: Address | undefined; !signal.aborted;) {
    const page = await listTokenPage(db, { chain: chain.id, after, limit: JUDGED_AT_ONCE });
    const judged = page.filter(({ isVerified, metadataBlock }) => !isVerified && metadataBlock !== null);
    const judgements = judged.map((token) => ({ address: token.address, ...judgeToken(token, verified) }));
    await write(job, undefined, (tx) => writeJudgements(tx, chain.id, judgements));
    after = page.at(-1)?.address;
    if (page.length < JUDGED_AT_ONCE) {
      progress.judgedBy = judgedBy;
      return;
    }
  }
}

/** @returns whether the node knows old states. */
async function traceAll(job: TokenFactsJob): Promise<boolean> {
  const { db, chain, rpc, signal } = job;
  while (!signal.aborted) {
    const addresses = await listUntracedTokens(db, chain.id, TRACED_AT_ONCE);
    const head = await findHead(job);
    if (addresses.length === 0 || head === undefined) return true;
    try {
      const origins = await findOrigins(rpc, addresses, { head: head.blockNumber, signal });
      if (!(await write(job, head, (tx) => writeOrigins(tx, chain.id, origins)))) return true;
    } catch (error) {
      if (findCause(error, RpcCallError) === undefined) throw error;
      return false;
    }
  }
  return true;
}
