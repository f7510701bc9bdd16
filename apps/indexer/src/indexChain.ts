import { setTimeout as sleep } from "node:timers/promises";
import { ensureChainState, findChainState, inTransaction, lockCursor, rewindChain, upsertTokens } from "@portico/store";
import type { BlockRef, ChainState, Store } from "@portico/store";
import type { Chain, Rpc } from "@portico/evm";
import type { Logger } from "pino";
import { balanceRound } from "./balanceRound.ts";
import { catchUp } from "./catchUp.ts";
import { findBlock, getBlock } from "./chainBlock.ts";
import { createChainWork } from "./chainWork.ts";
import type { ChainWork, WorkLimits } from "./chainWork.ts";
import type { ProgressMeter } from "./progress.ts";
import { findForkPoint } from "./reorg.ts";
import { ReorgError } from "./reorgError.ts";
import { describeNative } from "./tokens.ts";
import { hasTraces } from "./traces.ts";

export interface ChainJob {
  db: Store;
  chain: Chain;
  rpc: Rpc;
  /** undefined: 7,200 blocks before the head, a day on Ethereum. Once stored it stays. */
  startBlock: bigint | undefined;
  pollMs: number;
  limits: WorkLimits;
  meter: ProgressMeter;
  log: Logger;
  signal: AbortSignal;
}

const DEFAULT_DEPTH = 7_200n;

/** Indexes one chain until the signal comes. @throws what a call throws after its retries: start it again. */
export async function indexChain(job: ChainJob): Promise<void> {
  const work = await prepare(job);
  while (!job.signal.aborted) {
    const isIdle = await round(work, job.log).catch((error: unknown) => recover(work, error, job.log));
    if (isIdle) await sleep(job.pollMs, undefined, { signal: job.signal }).catch(() => undefined);
  }
}

async function prepare(job: ChainJob): Promise<ChainWork> {
  const { db, chain, rpc, log } = job;
  const head = await getBlock(rpc, "latest");
  const startBlock = job.startBlock ?? max(0n, head.blockNumber - DEFAULT_DEPTH);
  const genesisHash = (await findBlock(rpc, 0n))?.hash;
  const [state, traces] = await Promise.all([
    ensureChainState(db, { chain: chain.id, chainId: chain.chainId, startBlock, genesisHash }),
    hasTraces(rpc, head.blockNumber),
  ]);
  await upsertTokens(db, [describeNative(chain)]);
  if (job.startBlock !== undefined && job.startBlock !== state.startBlock) {
    log.warn(
      { asked: job.startBlock, startBlock: state.startBlock },
      "start block is fixed: logs before it are not stored",
    );
  }
  log.info({ startBlock: state.startBlock, head: head.blockNumber, hasTraces: traces }, "chain is served");
  return createChainWork({ ...job, hasTraces: traces });
}

/** One look at the head and all the work up to it. @returns whether there is nothing left to do until the next block. */
async function round(work: ChainWork, log: Logger): Promise<boolean> {
  const state = await findState(work);
  const { blockNumber, hash, timeAt } = await getBlock(work.rpc, "latest");
  const head: BlockRef = { blockNumber, hash, timeAt };
  work.meter.begin(state.logs?.blockNumber ?? state.startBlock, head);
  if (isBehind(state, head)) return true;
  if (state.logs?.blockNumber === head.blockNumber && state.logs.hash !== head.hash) throw new ReorgError(blockNumber);
  if (state.balances?.hash === head.hash && state.logs?.hash === head.hash) {
    work.meter.reachHead();
    return true;
  }
  const { cursor, isSynced } = await catchUp(work, state, head);
  if (!isSynced) {
    if (cursor?.blockNumber !== head.blockNumber || work.signal.aborted) return false;
    if (!(await balanceRound(work, head))) return false;
  }
  log.debug({ block: head.blockNumber }, "head is stored");
  work.meter.reachHead();
  return true;
}

/** A node that lags, or a chain that has not reached its start block: nothing can be read yet. */
const isBehind = ({ logs, startBlock }: ChainState, head: BlockRef): boolean =>
  head.blockNumber < (logs?.blockNumber ?? startBlock);

async function recover(work: ChainWork, error: unknown, log: Logger): Promise<boolean> {
  if (!(error instanceof ReorgError)) throw error;
  const { logs, startBlock } = await findState(work);
  if (logs === undefined) return true;
  const current = await findBlock(work.rpc, logs.blockNumber);
  if (current?.hash === logs.hash) return true; // the answers of a moment were mixed; what is stored stands
  const fork = await findForkPoint(work.rpc, work.recent, { cursor: logs.blockNumber, startBlock });
  log.warn({ from: logs.blockNumber, fork: fork.blockNumber }, "chain was reorganised: going back");
  await inTransaction(work.db, async (tx) => {
    await lockCursor(tx, work.chain.id, logs.blockNumber);
    await rewindChain(tx, work.chain.id, fork);
  });
  work.recent.dropAfter(fork.blockNumber);
  work.queued.clear();
  return false;
}

async function findState({ db, chain }: ChainWork): Promise<ChainState> {
  const state = await findChainState(db, chain.id);
  if (state === undefined) throw new Error(`The store no longer knows '${chain.id}'`);
  return state;
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
