import { setTimeout as sleep } from "node:timers/promises";
import type { Address } from "@portico/evm";
import {
  MARK_SECONDS,
  addZeroPoints,
  findChainState,
  findFirstBlock,
  findPriceClock,
  holdChain,
  inTransaction,
  listBackfilledTokens,
  listPriceSources,
  listPrices,
  lockPriceClock,
  writePriceClock,
  writePricePoints,
} from "@portico/store";
import type { BlockRef, PriceClock, PriceSource } from "@portico/store";
import { runRounds } from "../../runRounds.ts";
import { createPastPrices } from "./pastPrices.ts";
import type { PastPrices } from "./pastPrices.ts";
import { DAY, getClose, getMark } from "./priceMarks.ts";
import { createTokenMetadataCache, refreshTokens, toPriceMetadata } from "../evaluation/tokenMetadataCache.ts";
import type { SideWork } from "../../sideWork.ts";

export interface PriceBackfillJob extends SideWork {
  /** Number of days before the index. */
  days: number;
  /** Interval between checks whether the chain is synced. */
  pollMs?: number;
  /** After each day, to give priority to the head's calls. */
  pauseMs?: number;
}

const POLL_MS = 10_000;
const PAUSE_MS = 250;
const LOG_EVERY = 30;

/**
 * Stores closing prices of the days before the index, newest first, until all configured days are stored: from the
 * rounds of feeds, and where the node has historical states from pools and rates too. Where only owners are indexed, these
 * and the owners' tokens are left to backfillOwnerPrices. It starts once the chain's current prices are stored. Progress survives a restart;
 * failures are logged and retried.
 */
export async function backfillPrices(job: PriceBackfillJob): Promise<void> {
  const onError = (error: unknown): void => job.log.warn({ err: error }, "reading historical prices failed; retrying");
  await runRounds({ signal: job.signal, pauseMs: job.pollMs ?? POLL_MS, onError }, async () =>
    (await writePastDays(job)) ? "done" : "rest",
  );
}

/** @returns whether nothing is left to do. */
export async function writePastDays(job: PriceBackfillJob): Promise<boolean> {
  const { db, chain, signal, log } = job;
  const state = await findChainState(db, chain.slug);
  const head = state?.balances;
  const [first, clock] = [await findFirstBlock(db, chain.slug), await findPriceClock(db, chain.slug)];
  if (head === undefined || first === undefined || clock === undefined || signal.aborted) return false;
  const plan = planDays(first, clock, job.days);
  await writePriceClock(db, chain.slug, { goalTimeAt: plan?.goal ?? clock.firstTimeAt });
  if (plan === undefined) return true;
  const past = await openPast(job, head, state?.mode === "owners");
  let isLogged = false;
  for (let [timeAt, done] = [plan.next, 0]; timeAt >= plan.goal; timeAt -= DAY, done++) {
    const now = (await findChainState(db, chain.slug))?.balances;
    if (now === undefined || signal.aborted) return false;
    const prices = await past.read(timeAt, now);
    const left = new Set(await listBackfilledTokens(db, chain.slug));
    const usd = [...prices].flatMap(([token, price]) => (left.has(token) ? [] : [{ token, timeAt, usd: price.usd }]));
    if (!(await writeDay(job, { plan, timeAt, usd }))) return false;
    if (past.noStates() !== undefined && !isLogged) {
      isLogged = true;
      log.info(
        { err: past.noStates(), ...describe(plan, timeAt) },
        "the node has no historical state: historical prices come from feeds only",
      );
    }
    if (done % LOG_EVERY === 0 || timeAt === plan.goal) {
      log.info({ prices: usd.length, ...describe(plan, timeAt) }, "read historical prices");
    }
    await sleep(job.pauseMs ?? PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
  return true;
}

const describe = ({ goal }: Plan, timeAt: number) => ({
  day: new Date(timeAt * 1000).toISOString().slice(0, 10),
  daysLeft: Math.round((timeAt - goal) / DAY),
});

interface Plan {
  /** The mark at which the index's own prices begin. */
  start: number;
  /** The next close to write, and the last one. */
  next: number;
  goal: number;
}

/** Undefined if there is nothing to do: no day precedes genesis. */
function planDays(first: BlockRef, { firstTimeAt }: PriceClock, days: number): Plan | undefined {
  if (days === 0 || first.blockNumber === 0n) return undefined;
  const start = getMark(first.timeAt);
  const newest = getClose(start) <= start ? getClose(start) : getClose(start) - DAY;
  const goal = newest - (days - 1) * DAY;
  const next = firstTimeAt === null ? newest : firstTimeAt - DAY;
  return next < goal ? undefined : { start, next, goal };
}

/** Only pools whose tokens have a price today: of the others nothing can be derived. */
async function openPast(
  { db, chain, rpc, lists }: PriceBackfillJob,
  head: BlockRef,
  onlyFeeds: boolean,
): Promise<PastPrices> {
  const [all, prices] = await Promise.all([listPriceSources(db, chain.slug), listPrices(db, [chain.slug])]);
  const priced = new Set(prices.map(({ token }) => token));
  const isPriced = (token: Address | null): boolean => token !== null && priced.has(token);
  const sources = all.filter(({ kind, token0, token1 }: PriceSource) => {
    if (onlyFeeds) return kind === "feed";
    if (kind === "v2" || kind === "v3") return isPriced(token0) && isPriced(token1);
    return kind === "feed" || (kind === "rate" && isPriced(token0));
  });
  const metadata = createTokenMetadataCache();
  await refreshTokens(db, chain, { metadata, sources, changed: undefined, timeAt: head.timeAt, lists });
  return createPastPrices({ chain, rpc, sources, metadata: toPriceMetadata(chain, metadata), newest: head });
}

interface Day {
  plan: Plan;
  timeAt: number;
  usd: readonly { token: Address; timeAt: number; usd: number }[];
}

/**
 * A price holds until the next close. If there is none at that close, this is stored too, or the old one would
 * continue.
 */
async function writeDay({ db, chain }: PriceBackfillJob, { plan, timeAt, usd }: Day): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await holdChain(tx, chain.slug);
    const clock = await lockPriceClock(tx, chain.slug);
    const before = clock?.firstTimeAt ?? null;
    if (clock === undefined || (before !== null && before - DAY !== timeAt)) return false;
    const until = before ?? plan.start + MARK_SECONDS;
    await writePricePoints(tx, chain.slug, usd);
    await addZeroPoints(
      tx,
      chain.slug,
      usd.map(({ token }) => token),
      until,
    );
    await writePriceClock(tx, chain.slug, { firstTimeAt: timeAt });
    return true;
  });
}
