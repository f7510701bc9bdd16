import type { Address } from "@portico/evm";
import { insertObservations, replacePrices, upsertPriceSources } from "@portico/store";
import type { BlockRef, Pair, Price, PriceSource, Store, Token } from "@portico/store";
import type { HeadWork } from "./headWork.ts";
import type { ChangedState } from "../../chain/changes.ts";
import { settle } from "../../chain/settle.ts";
import { evaluatePrices } from "../evaluation/evaluatePrices.ts";
import { rememberSources } from "../sources/knownSources.ts";
import { restartBackfills } from "../history/restartBackfills.ts";
import { loadPrices, takeIn } from "./loadedPrices.ts";
import type { LoadedPrices } from "./loadedPrices.ts";
import { readHeadSources } from "./readHeadSources.ts";
import type { HeadSources } from "./readHeadSources.ts";
import { findReserve, followPairs, listNewPairs, listPoolPairs, markShownCoin } from "../pools/reserves.ts";
import type { Seeds } from "../pools/seedPools.ts";
import { seedHeldPrices } from "./seedHeldPrices.ts";
import { seedPrices } from "./seedPrices.ts";
import { refreshTokens, toPriceMetadata } from "../evaluation/tokenMetadataCache.ts";
import type { HeadPrices } from "./headWork.ts";

/** The parts of a range that concern prices. */
export interface PricedRange extends Pick<ChangedState, "moved" | "observations" | "pairs"> {
  blocks: readonly BlockRef[];
  fungibles: ReadonlySet<Address>;
  tokens: readonly Token[];
  sources: readonly PriceSource[];
}

/** Adds a stored range, on the way to the head. */
export function advancePrices(prices: HeadPrices, { sources, observations }: PricedRange): void {
  if (prices.loaded === undefined) return;
  takeIn(prices.loaded, sources, observations.values());
  prices.isBehind = true;
}

/** Data read at a head, not stored yet. */
export interface PriceReading {
  /** Call it when all else of the head is stored, in its transaction. */
  store(tx: Store): Promise<void>;
}

/**
 * Reads at the head the price data that only calls return, in addition to stored data and the range about to be stored.
 * If the transaction fails, or is of another branch, call `dropPrices`.
 */
export async function readHeadPrices(
  work: HeadWork,
  head: BlockRef,
  range: PricedRange | undefined,
): Promise<PriceReading> {
  const { db, chain, prices } = work;
  const loaded = prices.loaded ?? (await loadPrices(db, chain.slug, head.timeAt, range?.blocks[0] ?? head));
  prices.loaded = loaded;
  if (range !== undefined) takeIn(loaded, range.sources, range.observations.values());
  if (loaded.tokens.readAt === 0) await refresh(db, work, { head, range: undefined });
  for (const token of range?.tokens ?? []) {
    if (loaded.sources.has(token.address)) loaded.tokens.byAddress.set(token.address, token);
  }
  await followPairs(db, chain.slug, loaded.reserves, listNewPairs(loaded.reserves, loaded.sources.values()));
  const isKnown = range !== undefined && !prices.isBehind;
  markShownCoin(loaded.reserves, loaded.sources, chain, isKnown ? range.pairs.list() : undefined);
  const seeding = work.owners === undefined ? seedPrices(work, loaded, head) : seedHeldPrices(work, loaded, head);
  const [read] = await settle(readHeadSources(work, loaded, head), seeding);
  return { store: (tx) => storePrices({ ...work, db: tx }, loaded, { head, range, read }) };
}

interface HeadStep {
  head: BlockRef;
  range: PricedRange | undefined;
}

async function storePrices(
  work: HeadWork,
  loaded: LoadedPrices,
  { read, ...step }: HeadStep & { read: HeadSources },
): Promise<void> {
  const { db, chain, knownSources, prices } = work;
  const { head } = step;
  prices.seeds = prices.seeds.filter((seed) => seed.sources.some(({ address }) => !loaded.sources.has(address)));
  const seeds = mergeSeeds(prices.seeds, loaded);
  const sources = [...new Map([...seeds.sources, ...read.sources].map((source) => [source.address, source])).values()];
  takeIn(loaded, sources, [...seeds.observations, ...read.observations]);
  await upsertPriceSources(db, chain.slug, sources);
  if (work.owners !== undefined)
    await restartBackfills(db, chain, { added: sources, sources: [...loaded.sources.values()], head });
  await insertObservations(db, chain.slug, [...seeds.observations, ...read.stored]);
  rememberSources(knownSources, sources);
  await refresh(db, work, step);
  prices.isBehind = false;
  await replacePrices(db, chain.slug, evaluateHead(work, loaded, { head, answers: read.answers }));
}

function evaluateHead(
  { chain }: HeadWork,
  { book, reserves, tokens }: LoadedPrices,
  { head, answers }: { head: BlockRef; answers: HeadSources["answers"] },
): Omit<Price, "chain">[] {
  const { blockNumber, timeAt } = head;
  book.trimBefore(timeAt);
  const found = evaluatePrices(book, toPriceMetadata(chain, tokens), {
    timeAt,
    reserves: (owner, token) => findReserve(reserves, owner, token),
    feedAnswers: answers,
  });
  return [...found].map(([token, price]) => ({
    token,
    usd: price.usd,
    source: price.source,
    blockNumber,
    timeAt: price.timeAt,
  }));
}

/** What was found and is not stored yet: an event may have come first. */
function mergeSeeds(seeds: readonly Seeds[], { sources }: LoadedPrices): Seeds {
  const found = new Map(
    seeds.flatMap((seed) =>
      seed.sources.filter(({ address }) => !sources.has(address)).map((one) => [one.address, one]),
    ),
  );
  const observed = seeds.flatMap(({ observations }) => observations.filter(({ address }) => found.has(address)));
  return {
    sources: [...found.values()],
    observations: [...new Map(observed.map((one) => [`${one.address} ${one.blockNumber}`, one])).values()],
  };
}

/** Reloads stored tokens and pool balances that the range may have changed. */
async function refresh(db: Store, { chain, prices, lists }: HeadWork, { head, range }: HeadStep): Promise<void> {
  const { loaded } = prices;
  if (loaded === undefined) return;
  const { reserves, sources, tokens: metadata } = loaded;
  const isAll = range === undefined || prices.isBehind;
  const changed = isAll ? undefined : new Set([...range.fungibles, ...range.tokens.map(({ address }) => address)]);
  await refreshTokens(db, chain, { metadata, sources: sources.values(), changed, timeAt: head.timeAt, lists });
  const isSide = ({ owner, token }: Pair): boolean => {
    const pool = sources.get(owner);
    return pool?.kind === "v3" && (pool.token0 === token || pool.token1 === token);
  };
  const pairs = isAll || range.moved.size > 0 ? listPoolPairs(sources.values()) : range.pairs.list().filter(isSide);
  await followPairs(db, chain.slug, reserves, pairs);
}
