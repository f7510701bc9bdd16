import type { Address } from "@portico/evm";
import type { BlockRef, PriceObservation, PriceSource } from "@portico/store";
import type { PriceWork } from "../priceWork.ts";
import type { LoadedPrices } from "./loadedPrices.ts";
import type { FeedAnswer } from "../evaluation/priceInputs.ts";
import { createFeed } from "../feeds/readAggregators.ts";
import { readFeeds } from "../feeds/readFeeds.ts";
import type { FeedReading } from "../feeds/readFeeds.ts";
import { readShares, readV3Pools } from "../pools/readPools.ts";
import { readRates } from "../rates/readRates.ts";
import { readMissing } from "../pools/reserves.ts";
import { toPriceMetadata } from "../evaluation/tokenMetadataCache.ts";

/** Price data from calls at a head. */
export interface HeadSources {
  /** By proxy. */
  answers: Map<Address, FeedAnswer>;
  /** Aggregators that started to answer. */
  sources: PriceSource[];
  /** Observations without events. */
  observations: PriceObservation[];
  /** The observations that the price history needs. */
  stored: PriceObservation[];
}

/** Maximum V2 pools whose shares are counted at once, and V3 pools that are read. */
const POOLS_AT_ONCE = 1_000;
const RATES_AT_ONCE = 2_000;
/**
 * No indexed event reports liquidity that is added to a V3 pool: an empty pool is read for this long after its
 * creation, s.
 */
const DAY_SECONDS = 86_400;
/** A rate that grows with every block is stored every five minutes only, s. */
const RATE_SECONDS = 300;

/** All reads run concurrently. */
export async function readHeadSources(work: PriceWork, loaded: LoadedPrices, head: BlockRef): Promise<HeadSources> {
  const metadata = toPriceMetadata(work.chain, loaded.tokens);
  const newest = [...loaded.newest.values()];
  const uncounted = listOf(loaded, newest, ({ kind }, { supply }) => kind === "v2" && supply === null);
  const isYoung = ({ timeAt }: PriceObservation): boolean => head.timeAt - timeAt < DAY_SECONDS;
  const empty = listOf(loaded, newest.filter(isYoung), ({ kind }, { liquidity }) => kind === "v3" && liquidity === 0n);
  const rates = takeTurn(
    [...loaded.sources.values()].filter(({ kind }) => kind === "rate"),
    head.blockNumber,
  );
  const [feeds, observed, shares, pools] = await Promise.all([
    readFeeds(work, head),
    readRates(work, rates, metadata, head),
    readShares(
      work,
      uncounted.map(({ address }) => address),
      head,
    ),
    readV3Pools(
      work,
      empty.map(({ address }) => ({ ...head, address })),
      head,
    ),
    readMissing(work, loaded.reserves, head),
  ]);
  const counted = uncounted.flatMap((pool): PriceObservation[] => {
    const supply = shares.get(pool.address);
    return supply === undefined ? [] : [{ ...pool, supply }];
  });
  const changed = observed.flatMap((rate) =>
    rate !== null && isOther(loaded.newest.get(rate.address), rate) ? [rate] : [],
  );
  const answers = listAnswers(loaded, feeds, head);
  const seen = [...counted, ...pools, ...answers];
  return {
    answers: feeds.answers,
    sources: listNewFeeds(loaded, feeds, head),
    observations: [...seen, ...changed],
    stored: [...seen, ...changed.filter((rate) => isDue(loaded, rate))],
  };
}

/** All of them, or other ones at each head: anybody can deploy more. */
function takeTurn(rates: readonly PriceSource[], blockNumber: bigint): PriceSource[] {
  if (rates.length <= RATES_AT_ONCE) return [...rates];
  const from = Number((blockNumber * BigInt(RATES_AT_ONCE)) % BigInt(rates.length));
  return [...rates.slice(from), ...rates.slice(0, from)].slice(0, RATES_AT_ONCE);
}

function listOf(
  { sources }: LoadedPrices,
  newest: readonly PriceObservation[],
  isWanted: (source: PriceSource, observation: PriceObservation) => boolean,
): PriceObservation[] {
  const found = newest.filter((observation) => {
    const source = sources.get(observation.address);
    return source !== undefined && isWanted(source, observation);
  });
  if (found.length <= POOLS_AT_ONCE) return found;
  return found.toSorted((a, b) => Number(b.blockNumber - a.blockNumber)).slice(0, POOLS_AT_ONCE);
}

const isOther = (before: PriceObservation | undefined, rate: PriceObservation): boolean =>
  before?.raw0 !== rate.raw0 || before.raw1 !== rate.raw1 || before.supply !== rate.supply;

function isDue({ storedRates }: LoadedPrices, { address, raw0, timeAt }: PriceObservation): boolean {
  const before = storedRates.get(address);
  const isNews = before === undefined || before.isNothing !== (raw0 === 0n);
  if (!isNews && timeAt - before.timeAt < RATE_SECONDS && timeAt >= before.timeAt) return false;
  storedRates.set(address, { timeAt, isNothing: raw0 === 0n });
  return true;
}

function listNewFeeds(
  { sources }: LoadedPrices,
  { aggregators }: FeedReading,
  { blockNumber }: BlockRef,
): PriceSource[] {
  return aggregators
    .filter(({ address, phase }) => sources.get(address)?.kind !== "feed" || sources.get(address)?.phase !== phase)
    .map((aggregator) => createFeed(aggregator, blockNumber));
}

/**
 * An aggregator's answer that is in no stored block: from before the index began, or before it was known. An answer
 * after the head, from a node whose chain has advanced, belongs to a later block, which will contain it.
 */
function listAnswers(
  { newest, first }: LoadedPrices,
  { answers, aggregators }: FeedReading,
  head: BlockRef,
): PriceObservation[] {
  return aggregators.flatMap(({ address, proxy }): PriceObservation[] => {
    const observed = answers.get(proxy);
    const known = newest.get(address)?.raw1 ?? 0n;
    if (observed === undefined || !Number.isSafeInteger(observed.updatedAt) || observed.updatedAt > head.timeAt)
      return [];
    if (known >= BigInt(observed.updatedAt)) return [];
    const { blockNumber, timeAt } = known === 0n && observed.updatedAt <= first.timeAt ? first : head;
    const [raw0, raw1] = [observed.answer, BigInt(observed.updatedAt)];
    return [{ address, blockNumber, timeAt, raw0, raw1, sqrtPrice: null, liquidity: null, supply: null }];
  });
}
