import {
  HTTP_PRICE_SECONDS,
  MARK_SECONDS,
  findChainState,
  findFirstBlock,
  findPriceClock,
  holdChain,
  inTransaction,
  insertObservations,
  listHttpPrices,
  listNewestPoints,
  listPriceSources,
  refreshDayAgo,
  thinPricePoints,
  writePriceClock,
} from "@portico/store";
import type { BlockRef, HttpPrice, PricePoint } from "@portico/store";
import { runRounds } from "../../runRounds.ts";
import { readFeedsAt } from "./pastPrices.ts";
import { DAY, getDueMark, getFineStart, getMark, listMarks } from "./priceMarks.ts";
import { createSeenSources, writeLateSources } from "./lateSources.ts";
import type { SeenSources } from "./lateSources.ts";
import { takeChanges, writePointPage } from "./pointPage.ts";
import { walkMarks } from "./walkMarks.ts";
import type { MarkPrices } from "./walkMarks.ts";
import type { SideWork } from "../../sideWork.ts";

export interface PricePointJob extends SideWork {
  /** Interval between checks for a due mark. */
  pollMs?: number;
  /** Maximum points and marks stored at once. */
  pagePoints?: number;
  pageMarks?: number;
  /** Approximate number of observations read at once. */
  pageSize?: number;
}

const POLL_MS = 2_000;
const PAGE_POINTS = 5_000;
const PAGE_MARKS = 288;

/**
 * Stores the price of every token at each mark once the chain's head has passed it, until the signal aborts: the charts
 * and day-ago prices. It starts when the chain is synced. Failures are logged and retried.
 */
export async function syncPricePoints(job: PricePointJob): Promise<void> {
  const seen = createSeenSources();
  const onError = (error: unknown): void => job.log.warn({ err: error }, "writing historical prices failed; retrying");
  let thinned = 0;
  await runRounds({ signal: job.signal, pauseMs: job.pollMs ?? POLL_MS, onError }, async () => {
    const head = await writeDuePoints(job, seen);
    const fineStart = head === undefined ? 0 : getFineStart(head.timeAt);
    if (fineStart > thinned) await thinPricePoints(job.db, job.chain.slug, fineStart);
    thinned = Math.max(thinned, fineStart);
    return "rest";
  });
}

/**
 * Writes due marks in pages: each with its clock in one transaction, if the chain still has the head and the clock is
 * unchanged. So nothing is lost or doubled however it ends, and nothing of an abandoned branch is written.
 * @returns the head whose marks are all written; undefined if there is none, or the work was discarded.
 */
export async function writeDuePoints(
  job: PricePointJob,
  seen: SeenSources = createSeenSources(),
): Promise<BlockRef | undefined> {
  const { db, chain, signal } = job;
  const head = (await findChainState(db, chain.slug))?.balances;
  if (head === undefined) return undefined;
  let clock = await findClock(job, head);
  const due = getDueMark(head.timeAt);
  if (clock === undefined || clock >= due) return clock === undefined ? undefined : head;
  const begin = clock;
  if (!(await writeLateSources(job, seen, { head, clock }))) return undefined;
  const [http, newest] = await Promise.all([listHttpPrices(db, chain.slug), listNewestPoints(db, chain.slug, clock)]);
  const current = new Map(newest.map(({ token, usd }) => [token, usd]));
  const page: PricePoint[] = [];
  const commit = async (timeAt: number): Promise<boolean> => {
    const isWritten = await writePointPage(job, { head, from: clock!, points: page.splice(0), timeAt });
    clock = timeAt;
    return isWritten;
  };
  let written = 0;
  const marks = listMarks(clock, due, getFineStart(head.timeAt));
  const walk = { ...job, head, marks, from: clock, otherTimes: http.flatMap(listTimes) };
  for await (const mark of walkMarks(walk)) {
    if (signal.aborted) return undefined;
    page.push(...takeChanges(current, withHttp(mark, http)));
    const isFull = page.length >= (job.pagePoints ?? PAGE_POINTS) || ++written % (job.pageMarks ?? PAGE_MARKS) === 0;
    if (isFull && !(await commit(mark.timeAt))) return undefined;
  }
  if (!(await commit(due))) return undefined;
  if (begin < getMark(head.timeAt - DAY)) await notifyDayAgo(job);
  return head;
}

/** The head's prices were stored before those of a day ago were known, and the next head may be long in coming. */
const notifyDayAgo = ({ db, chain }: PricePointJob): Promise<void> =>
  inTransaction(db, async (tx) => {
    await holdChain(tx, chain.slug);
    await refreshDayAgo(tx, chain.slug);
  });

/**
 * The mark up to which points are written; initially the one before the index. Undefined if the chain changed
 * concurrently.
 */
async function findClock(job: PricePointJob, head: BlockRef): Promise<number | undefined> {
  const { db, chain } = job;
  const known = await findPriceClock(db, chain.slug);
  if (known !== undefined) return known.timeAt;
  const first = await findFirstBlock(db, chain.slug);
  if (first === undefined) return undefined;
  const timeAt = getMark(first.timeAt);
  const answers = first.blockNumber === 0n ? [] : await readAnswersBefore(job, first, head);
  const isWritten = await inTransaction(db, async (tx) => {
    const isStored = await holdChain(tx, chain.slug, head);
    if (!isStored) return false;
    await insertObservations(tx, chain.slug, answers);
    await writePriceClock(tx, chain.slug, { timeAt });
    return true;
  });
  return isWritten ? timeAt : undefined;
}

/** The last answers of feeds when the index began: no later event contains them. */
async function readAnswersBefore({ db, chain, rpc }: PricePointJob, first: BlockRef, head: BlockRef) {
  const at = { blockNumber: first.blockNumber - 1n, timeAt: first.timeAt };
  return readFeedsAt(rpc, await listPriceSources(db, chain.slug), { at, head });
}

/** When an operator's server priced a token, and when that price expires. */
const listTimes = ({ timeAt }: HttpPrice): number[] => [timeAt - MARK_SECONDS, timeAt + HTTP_PRICE_SECONDS];

/** It counts from the mark before, since the head at which a mark is due is later. */
function withHttp({ timeAt, prices }: MarkPrices, http: readonly HttpPrice[]): MarkPrices {
  for (const { token, usd, timeAt: observedAt } of http) {
    const age = timeAt - observedAt;
    if (age > -MARK_SECONDS && age <= HTTP_PRICE_SECONDS && !prices.has(token)) prices.set(token, usd);
  }
  return { timeAt, prices };
}
