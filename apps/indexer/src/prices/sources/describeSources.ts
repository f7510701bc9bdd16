import type { Address } from "@portico/evm";
import type { PriceObservation, PriceSource } from "@portico/store";
import type { PriceWork } from "../priceWork.ts";
import { confirmPools } from "./confirmPools.ts";
import type { PoolCandidate } from "./confirmPools.ts";
import { emptySource } from "./emptySource.ts";
import { findRates } from "../rates/findRates.ts";
import { findFeed, readAggregators } from "../feeds/readAggregators.ts";

/** Candidates for new sources. */
export interface Candidates {
  observations: Iterable<PriceObservation>;
  /** Tokens that are described for the first time. */
  tokens: readonly Address[];
}

/**
 * Identifies at a block the unknown addresses that emitted observations, and new tokens. Pools are confirmed by known
 * factories, feeds by their proxies: any other contract that emits the same events is `none`.
 */
export async function describeSources(
  work: Pick<PriceWork, "chain" | "knownSources" | "rpc">,
  { observations, tokens }: Candidates,
  blockNumber: bigint,
): Promise<PriceSource[]> {
  const candidates = listUnknown(work, observations);
  const aggregators = listAggregators(work, blockNumber);
  const [pools, rates, feeds] = await Promise.all([
    confirmPools(work, candidates, blockNumber),
    findRates(work, tokens, blockNumber),
    aggregators,
  ]);
  const found = new Map<Address, PriceSource>();
  const add = (source: PriceSource): unknown => found.set(source.address, source);
  for (const { address } of candidates) add(emptySource(address, blockNumber));
  for (const source of await findFeeds(work, candidates, pools, blockNumber)) add(source);
  for (const source of [...pools, ...rates]) add(source);
  // another range may have been stored since, with sources that this one took for unknown
  for (const source of feeds) if (found.has(source.address) || isNews(work, source)) add(source);
  return [...found.values()];
}

function listUnknown(
  { knownSources }: Pick<PriceWork, "knownSources">,
  observations: Iterable<PriceObservation>,
): PoolCandidate[] {
  const unknown = new Map<Address, PoolCandidate>();
  for (const { address, sqrtPrice } of observations) {
    if (!knownSources.byAddress.has(address)) unknown.set(address, { address, kind: sqrtPrice === null ? "v2" : "v3" });
  }
  return [...unknown.values()];
}

/** Of every phase of every proxy: once per run, since later phases are detected at the head. */
async function listAggregators(work: Pick<PriceWork, "chain" | "knownSources" | "rpc">, blockNumber: bigint) {
  const { knownSources } = work;
  knownSources.aggregators ??= readAggregators(work, blockNumber);
  try {
    return await knownSources.aggregators;
  } catch (error) {
    knownSources.aggregators = undefined;
    throw error;
  }
}

/** An address that is not a pool may be the aggregator of a phase that began after the others were read. */
async function findFeeds(
  work: Pick<PriceWork, "chain" | "knownSources" | "rpc">,
  candidates: readonly PoolCandidate[],
  pools: readonly PriceSource[],
  blockNumber: bigint,
): Promise<PriceSource[]> {
  const confirmed = new Set(pools.map(({ address }) => address));
  const known = await listAggregators(work, blockNumber);
  const isOpen = ({ address, kind }: PoolCandidate): boolean =>
    kind === "v2" && !confirmed.has(address) && !known.some((source) => source.address === address);
  return findFeed(work, candidates.filter(isOpen), blockNumber);
}

const isNews = ({ knownSources }: Pick<PriceWork, "knownSources">, { address, kind }: PriceSource): boolean =>
  knownSources.byAddress.get(address)?.kind !== kind;
