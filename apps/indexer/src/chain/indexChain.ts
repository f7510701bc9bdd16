import { setTimeout as sleep } from "node:timers/promises";
import {
  addKnownTwins,
  advanceChain,
  assertLease,
  assertSameNetwork,
  deferLegKey,
  ensureChainState,
  ensureLegKey,
  findChainState,
  inTransaction,
  listBlocksBefore,
  listDescribedAfter,
  listOwnersSince,
  markDrifting,
  noteLedgerCoverage,
  registerEvents,
  rewindChain,
  setIndexMode,
  upsertTokens,
} from "@portico/store";
import type { BlockRef, ChainState, IndexMode, Lease, Store } from "@portico/store";
import { listAaveTokens, listTwinTokens, max } from "@portico/evm";
import type { Chain, Rpc } from "@portico/evm";
import { listSignalEvents } from "@portico/protocols";
import type { Logger } from "pino";
import { balanceRound } from "./balanceRound.ts";
import { catchUp, fetchDescribed } from "./catchUp.ts";
import { createChainWork, learnContracts, readOwners } from "./chainWork.ts";
import type { ChainWork, WorkLimits } from "./chainWork.ts";
import { toLedgerCoverage } from "./ledgerCoverage.ts";
import { listWatchedTopics } from "../decode/decodeLogs.ts";
import { toPollMs } from "../owners/ownerReading.ts";
import { hasDueReads } from "../state/hasDueReads.ts";
import { OwnersChangedError } from "../owners/ownersChangedError.ts";
import { deleteSourcesAfter } from "../prices/sources/knownSources.ts";
import type { InTurn } from "../sideWork.ts";
import type { ProgressMeter } from "../status/progress.ts";
import { findForkPoint } from "./reorg.ts";
import { ReorgError } from "./reorgError.ts";
import { findBlock, getBlock } from "../source/blockRef.ts";
import { createSource } from "../source/createSource.ts";
import { createPartStore } from "../source/partStore.ts";
import type { PartStore } from "../source/partStore.ts";
import type { TokenLists } from "../tokenLists/loadTokenLists.ts";
import { describeNative } from "../tokens/describeNative.ts";
import { ensureKey, writeHead } from "./writeHead.ts";
import { ensureRetention } from "../retention/keptRanges.ts";
import type { Keeping } from "../retention/keptRanges.ts";
import type { SourceReads } from "../source/sourceState.ts";
import { dropPrices } from "../prices/head/headWork.ts";

export interface ChainJob extends Keeping {
  db: Store;
  chain: Chain;
  rpc: Rpc;
  /** undefined: 7,200 blocks before the head, a day on Ethereum. Fixed once stored. */
  startBlock?: bigint | undefined;
  /** Whether everything is stored, or only what concerns followed owners; undefined: as the store has it. */
  mode?: IndexMode | undefined;
  /** The same for a chain that is new to the store; "full" if omitted. */
  newMode?: IndexMode | undefined;
  /** Data read in addition to blocks and logs; if omitted, all that the RPC supports. */
  reads?: SourceReads | undefined;
  /** The right to work on the chain; undefined where no other process can. */
  lease?: Lease | undefined;
  pollMs: number;
  limits: WorkLimits;
  meter: ProgressMeter;
  log: Logger;
  signal: AbortSignal;
  /** Shared with side jobs that mark state stale; undefined where none does. */
  inTurn?: InTurn;
  /** Data that arrived before a failure, for a restart; none if omitted. */
  parts?: PartStore | undefined;
  /** If omitted, all verified tokens are trusted in prices. */
  lists?: Promise<TokenLists> | undefined;
  /** Resolves when there is work before the next poll. */
  woken?: () => Promise<void>;
}

const DEFAULT_DEPTH = 7_200n;

/**
 * Indexes one chain until the signal aborts.
 * @throws the error of a call after its retries: restart it.
 */
export async function indexChain(job: ChainJob): Promise<void> {
  const work = await prepare(job);
  while (!job.signal.aborted) {
    const isIdle = await round(work, job.log).catch((error: unknown) => recover(work, error, job.log));
    if (isIdle) await pause(job, await readPollMs(work, job.pollMs));
  }
}

const readPollMs = async ({ rpc, owners, reading }: ChainWork, pollMs: number): Promise<number> =>
  owners === undefined || reading === undefined ? pollMs : toPollMs(pollMs, reading, (await rpc.readLimits()).rate);

async function pause({ signal, woken }: ChainJob, pollMs: number): Promise<void> {
  const timer = new AbortController();
  const waiting = sleep(pollMs, undefined, { signal: AbortSignal.any([signal, timer.signal]) }).catch(() => undefined);
  await (woken === undefined ? waiting : Promise.race([waiting, woken()]));
  timer.abort();
}

async function prepare(job: ChainJob): Promise<ChainWork> {
  const { db, chain, rpc, log, parts = createPartStore() } = job;
  const head = await getBlock(rpc, "latest");
  const stored = await findChainState(db, chain.slug);
  const mode = job.mode ?? stored?.mode ?? job.newMode ?? "full";
  const depth = mode === "owners" ? 0n : DEFAULT_DEPTH; // there is no owner whose earlier changes would be stored
  const startBlock = job.startBlock ?? max(0n, head.blockNumber - depth);
  const source = createSource({
    chain,
    rpc,
    topics: listWatchedTopics(chain.slug),
    maxBlocks: job.limits.rangeBlocks,
    reads: job.reads ?? {},
    parts,
  });
  const [state, coverage] = await Promise.all([ensureMode(job, mode, startBlock), source.probe(head.blockNumber)]);
  await ensureRetention(job, head.blockNumber);
  await deferKey(job, state, head.blockNumber);
  await noteLedgerCoverage(db, chain.slug, toLedgerCoverage(chain.slug, coverage));
  job.meter.noteCoverage({ receipts: coverage.receipts !== undefined, traces: coverage.traces !== undefined });
  await upsertTokens(db, [describeNative(chain)]);
  const fromBlock = state.logs === undefined ? state.startBlock : state.logs.blockNumber + 1n;
  await inTransaction(db, (tx) => registerEvents(tx, chain.slug, listSignalEvents(chain.slug), fromBlock));
  if (job.startBlock !== undefined && job.startBlock !== state.startBlock) {
    log.warn(
      { requested: job.startBlock, startBlock: state.startBlock },
      "the start block was fixed at the first start: earlier logs are not stored",
    );
  }
  log.info({ startBlock: state.startBlock, mode: state.mode, head: head.blockNumber, coverage }, "indexing the chain");
  return createChainWork({ ...job, source, parts }, job.lease);
}

/** Blocks of a first backfill during which the key of legs is left out. */
const DEFERRED_BLOCKS = 64n;

async function deferKey({ db, log }: ChainJob, { logs, mode, startBlock }: ChainState, head: bigint): Promise<void> {
  if (mode !== "full" || logs !== undefined || head - startBlock < DEFERRED_BLOCKS) return;
  if (await deferLegKey(db)) log.info("legs have no key until the first backfill ends, which builds it");
}

/** Changes the mode if the store has another one. */
async function ensureMode(job: ChainJob, mode: IndexMode, startBlock: bigint): Promise<ChainState> {
  const { db, chain, lease, log } = job;
  const state = await ensureSameChain({ ...job, newMode: mode }, startBlock);
  if (mode === state.mode) return state;
  log.warn({ from: state.mode, to: mode }, "changing how much of the chain is indexed");
  await ensureLegKey(db);
  await inTransaction(db, async (tx) => {
    if (lease !== undefined) await assertLease(tx, lease);
    await setIndexMode(tx, chain.slug, mode);
  });
  return await ensureSameChain(job, startBlock);
}

/**
 * Polls the head once and catches up.
 * @returns whether there is nothing left to do until the next block.
 */
async function round(work: ChainWork, log: Logger): Promise<boolean> {
  const state = await findState(work);
  await learnContracts(work, state.logs?.blockNumber);
  if (work.owners !== undefined && state.logs !== undefined) {
    work.owners.add(await listOwnersSince(work.db, work.chain.slug, state.logs.blockNumber)); // scanned at the last head
  }
  const head = await getBlock(work.rpc, "latest");
  work.meter.begin(state.logs?.blockNumber ?? state.startBlock, head);
  if (await isBehind(work, state, head)) return true;
  if (state.balances?.hash === head.hash && state.logs?.hash === head.hash && !(await hasDueReads(work))) {
    work.meter.setAtHead();
    return true;
  }
  const { cursor, isSynced } = await catchUp(work, state, head);
  if (!isSynced) {
    if (cursor?.blockNumber !== head.blockNumber || work.signal.aborted) return false;
    if (!(await work.inTurn(() => balanceRound(work, head)))) return false;
  }
  log.debug({ block: head.blockNumber }, "stored the head");
  work.meter.setAtHead();
  return true;
}

/**
 * Whether nothing can be read yet: the chain has not reached its start block, or the node lags.
 * @throws ReorgError when the head is not one of the stored blocks.
 */
async function isBehind(work: ChainWork, { logs, startBlock }: ChainState, head: BlockRef): Promise<boolean> {
  if (logs === undefined || head.blockNumber > logs.blockNumber) return head.blockNumber < startBlock;
  const isStored = head.blockNumber === logs.blockNumber ? logs.hash === head.hash : await hasStored(work, head);
  if (isStored === false) throw new ReorgError(head.blockNumber);
  return head.blockNumber < logs.blockNumber;
}

/**
 * Whether the newest stored block up to a head is one of the node's: the head itself, unless only some blocks are stored.
 * undefined: none is stored.
 */
async function hasStored({ db, chain, rpc }: ChainWork, head: BlockRef): Promise<boolean | undefined> {
  const [stored] = await listBlocksBefore(db, chain.slug, head.blockNumber + 1n, 1);
  if (stored === undefined) return undefined;
  const found = stored.blockNumber === head.blockNumber ? head : await findBlock(rpc, stored.blockNumber);
  return found?.hash === stored.hash;
}

async function recover(work: ChainWork, error: unknown, log: Logger): Promise<boolean> {
  if (error instanceof OwnersChangedError) {
    await readOwners(work);
    return false;
  }
  if (!(error instanceof ReorgError)) throw error;
  const { db, chain, rpc } = work;
  work.parts.clear();
  const { logs, startBlock } = await findState(work);
  if (logs === undefined) return true;
  const head = await getBlock(rpc, "latest");
  const current = await findBlock(rpc, logs.blockNumber);
  if (current === undefined ? await isAhead(work, logs, head) : current.hash === logs.hash) return true;
  await ensureSameChain(work, startBlock);
  const fork = await findForkPoint({ db, rpc, chain: chain.slug, cursor: logs.blockNumber, startBlock });
  if (fork.hash === logs.hash) return true; // temporarily inconsistent responses; the stored blocks stay
  await ensureKey(work);
  const depth = logs.blockNumber - fork.blockNumber;
  log.warn({ from: logs.blockNumber, fork: fork.blockNumber, depth }, "chain reorganised");
  work.meter.noteReorg(Number(depth));
  work.queued.clear();
  dropPrices(work.prices);
  deleteSourcesAfter(work.knownSources, fork.blockNumber);
  for (const token of await listDescribedAfter(db, chain.slug, fork.blockNumber)) work.knownTokens.delete(token);
  if (await replaceBranch(work, { cursor: logs, fork, head })) return true;
  await inTransaction(db, async (tx) => {
    await work.lock(tx, logs.blockNumber);
    await rewindChain(tx, chain.slug, fork);
    await advanceChain(tx, chain.slug, { balances: null });
  });
  return false;
}

/** Whether the node merely lags behind the store: it has the stored block at its head, or contradicts itself. */
async function isAhead(work: ChainWork, logs: BlockRef, head: BlockRef): Promise<boolean> {
  return head.blockNumber >= logs.blockNumber || (await hasStored(work, head)) === true;
}

/**
 * @throws OtherChainError when the node serves another chain than before: one that was restarted, as development chains
 * are; DevnetDatabaseError when the database is a devnet's, and the chain is not part of it.
 */
async function ensureSameChain(
  { db, chain, rpc, newMode }: Pick<ChainJob, "chain" | "db" | "newMode" | "rpc">,
  startBlock: bigint,
): Promise<ChainState> {
  const genesisHash = (await findBlock(rpc, 0n))?.hash;
  await assertSameNetwork(db, chain.slug, genesisHash);
  const state = await ensureChainState(db, {
    chain: chain.slug,
    chainId: chain.chainId,
    startBlock,
    genesisHash,
    mode: newMode,
  });
  await addKnownTwins(db, chain.slug, listTwinTokens(chain.slug));
  const scaled = listAaveTokens(chain.slug).map(({ token }) => ({ token, blockNumber: 0n, timeAt: 0 }));
  await markDrifting(db, chain.slug, scaled);
  return state;
}

interface Branch {
  cursor: BlockRef;
  fork: BlockRef;
  head: BlockRef;
}

/** Maximum number of blocks replaced at once. */
const BRANCH_BLOCKS = 256n;

/**
 * Rewinds to the fork and catches up to the head in one transaction: readers see either the old branch or the new one.
 * @returns false if that is too much for one transaction.
 */
async function replaceBranch(work: ChainWork, { cursor, fork, head }: Branch): Promise<boolean> {
  if (head.blockNumber <= fork.blockNumber || head.blockNumber - fork.blockNumber > BRANCH_BLOCKS) return false;
  const range = await fetchDescribed(work, fork.blockNumber + 1n, head.blockNumber, head);
  if (range.parentHash !== fork.hash || range.blocks.at(-1)?.hash !== head.hash) return false;
  return await writeHead(work, { cursor, range, head, fork });
}

async function findState({ db, chain }: ChainWork): Promise<ChainState> {
  const state = await findChainState(db, chain.slug);
  if (state === undefined) throw new Error(`The database has no state of '${chain.slug}' any more`);
  return state;
}
