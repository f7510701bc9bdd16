import type { Address } from "@portico/evm";
import { NATIVE_TOKEN } from "@portico/evm";
import {
  MARK_SECONDS,
  addPriceBackfills,
  addZeroPoints,
  advancePriceBackfills,
  findChainState,
  findFirstBlock,
  findPriceClock,
  hasPendingReads,
  holdChain,
  inTransaction,
  listPriceBackfills,
  listUnpricedTimes,
  refreshDayAgo,
  writePricePoints,
} from "@portico/store";
import type { BlockRef, PriceBackfill, PriceClock } from "@portico/store";
import { runRounds } from "../../runRounds.ts";
import type { RoundEnd } from "../../runRounds.ts";
import type { SideWork } from "../../sideWork.ts";
import { getEarlierMark } from "./getEarlierMark.ts";
import { createPastReader } from "./pastReader.ts";
import type { PastReader } from "./pastReader.ts";
import { DAY, getDueMark, getFineStart, getMark } from "./priceMarks.ts";

export interface OwnerPriceJob extends SideWork {
  /** Number of days before a token's own points. */
  days: number;
  pollMs?: number;
  /** Interval of searches for times of transactions, of which histories may have found more. */
  searchMs?: number;
  /** Requests per second to the node; default: see createRequestBudget. */
  maxRate?: number;
}

const POLL_MS = 5_000;
const SEARCH_MS = 60_000;
const TIMES_AT_ONCE = 100;

/** What rounds remember. */
export interface OwnerPriceRounds {
  reader: PastReader;
  /** Of transactions: the coin's price at these times is read next, the last one first. */
  times: number[];
  /** When such times are searched for again; by performance.now(). */
  searchAt: number;
}

export const createOwnerPriceRounds = (job: OwnerPriceJob): OwnerPriceRounds => ({
  reader: createPastReader(job),
  times: [],
  searchAt: 0,
});

/**
 * Reads, where only owners are indexed, prices of the time before the index, of tokens that an owner holds or held and
 * of the native coin, newest first, until the signal aborts: see the store's priceBackfills.ts. It starts once current
 * prices are stored, and does not run while owners' balances wait. Failures are logged and retried.
 */
export async function backfillOwnerPrices(job: OwnerPriceJob): Promise<void> {
  const { log, signal, pollMs = POLL_MS } = job;
  if (job.days === 0) return;
  const rounds = createOwnerPriceRounds(job);
  const onError = (error: unknown): void => {
    rounds.reader.reset();
    log.warn({ err: error }, "reading past prices of owners' tokens failed; retrying");
  };
  await runRounds({ signal, pauseMs: pollMs, onError }, () => writeEarlierPrices(job, rounds));
}

/** Reads one time, and stores the prices. @returns "rest" if nothing is to be read now. */
export async function writeEarlierPrices(job: OwnerPriceJob, rounds: OwnerPriceRounds): Promise<RoundEnd> {
  const { reader } = rounds;
  const { db, chain, signal } = job;
  const state = await findChainState(db, chain.slug);
  const [first, clock] = [await findFirstBlock(db, chain.slug), await findPriceClock(db, chain.slug)];
  if (state?.mode !== "owners" || state.balances === undefined || first === undefined || clock === undefined)
    return "rest";
  if (await hasPendingReads(db, chain.slug)) return "rest";
  const head = state.balances;
  await addPriceBackfills(db, chain.slug, {
    startAt: getMark(first.timeAt),
    nextAt: getDueMark(head.timeAt) + MARK_SECONDS,
  });
  const step = planStep(job, await listPriceBackfills(db, chain.slug), { head, clock, reader });
  if (step === undefined) return await writeCoinPrice(job, rounds, head);
  await writeStep(job, reader, { ...step, head });
  await reader.wait(signal);
  return "more";
}

interface Step {
  timeAt: number;
  backfills: readonly PriceBackfill[];
}

/**
 * The newest time that is missing of any token, and all tokens of which it is next. It waits until the index's own points
 * before that of a token are written: they would replace what is read.
 */
function planStep(
  { days }: OwnerPriceJob,
  all: readonly PriceBackfill[],
  { head, clock, reader }: { head: BlockRef; clock: PriceClock; reader: PastReader },
): Step | undefined {
  const next = all.flatMap((backfill) => {
    const timeAt = getEarlierMark(backfill.sinceAt, head.timeAt);
    const isOver = timeAt < backfill.untilAt - days * DAY || reader.isUnreadable(backfill.token);
    const isEarly = backfill.untilAt - MARK_SECONDS > clock.timeAt;
    return isOver || isEarly ? [] : [{ backfill, timeAt }];
  });
  if (next.length === 0) return undefined;
  const timeAt = next.reduce((newest, one) => Math.max(newest, one.timeAt), Number.NEGATIVE_INFINITY);
  return { timeAt, backfills: next.flatMap((one) => (one.timeAt === timeAt ? [one.backfill] : [])) };
}

async function writeStep(
  { db, chain }: OwnerPriceJob,
  reader: PastReader,
  { timeAt, backfills, head }: Step & { head: BlockRef },
): Promise<void> {
  const tokens = backfills.map(({ token }) => token);
  const { usd, unreadable } = await reader.read(tokens, timeAt, head);
  const unknown = new Set(unreadable);
  const done = backfills.filter(({ token }) => !unknown.has(token));
  if (done.length === 0) return;
  await inTransaction(db, async (tx) => {
    await holdChain(tx, chain.slug);
    const count = await advancePriceBackfills(tx, chain.slug, { backfills: done, sinceAt: timeAt });
    if (count < done.length)
      throw new Error("The chain was rewound, or a source was found, while past prices were read");
    const points = done.map(({ token }) => ({ token, timeAt, usd: usd.get(token) ?? 0 }));
    await writePricePoints(tx, chain.slug, points);
    if (timeAt === getMark(head.timeAt - DAY)) await refreshDayAgo(tx, chain.slug);
  });
}

/**
 * The native coin's price at the time of an owner's transaction, at which its fee is valued: the newest mark, or the
 * newest close of a time from before all marks. Such a close holds until the end of its day.
 */
async function writeCoinPrice(job: OwnerPriceJob, rounds: OwnerPriceRounds, head: BlockRef): Promise<RoundEnd> {
  const { db, chain, days, signal } = job;
  const { reader } = rounds;
  const coin = (await listPriceBackfills(db, chain.slug)).find(({ token }) => token === NATIVE_TOKEN);
  if (coin === undefined || reader.isUnreadable(NATIVE_TOKEN)) return "rest";
  const fineSince = Math.max(getFineStart(head.timeAt), coin.untilAt - days * DAY);
  const timeAt = rounds.times.pop() ?? (await searchTimes(job, rounds, { fineSince, until: coin.untilAt }));
  if (timeAt === undefined) return "rest";
  const tokens: Address[] = [NATIVE_TOKEN];
  const { usd, unreadable } = await reader.read(tokens, timeAt, head);
  if (unreadable.length === 0) {
    await inTransaction(db, async (tx) => {
      await holdChain(tx, chain.slug);
      const midnight = timeAt + MARK_SECONDS; // where the day before may have ended
      const times = midnight < fineSince ? [timeAt, midnight] : [timeAt];
      const coinUsd = usd.get(NATIVE_TOKEN) ?? 0;
      await writePricePoints(
        tx,
        chain.slug,
        times.map((at) => ({ token: NATIVE_TOKEN, timeAt: at, usd: coinUsd })),
      );
      if (midnight + DAY < fineSince) await addZeroPoints(tx, chain.slug, tokens, midnight + DAY);
    });
  }
  await reader.wait(signal);
  return "more";
}

/** @returns the newest time; the others are in `rounds`. */
async function searchTimes(
  { db, chain, searchMs = SEARCH_MS }: OwnerPriceJob,
  rounds: OwnerPriceRounds,
  range: { fineSince: number; until: number },
): Promise<number | undefined> {
  if (performance.now() < rounds.searchAt) return undefined;
  const found = await listUnpricedTimes(db, chain.slug, { token: NATIVE_TOKEN, ...range, limit: TIMES_AT_ONCE });
  if (found.length < TIMES_AT_ONCE) rounds.searchAt = performance.now() + searchMs;
  rounds.times = found.toReversed();
  return rounds.times.pop();
}
