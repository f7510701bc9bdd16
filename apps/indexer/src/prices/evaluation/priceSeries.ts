import type { PriceObservation, PriceSource } from "@portico/store";
import { noteNews } from "./pricedTokens.ts";
import { toPoolState } from "../pools/poolState.ts";
import type { PriceSeries } from "./priceGraph.ts";

export const createPriceSeries = (source: PriceSource): PriceSeries => ({
  source,
  observations: [],
  states: [],
  counts: [],
  settled: null,
  settledAt: Infinity,
  listings: [],
});

/** Inserts an observation in order; merges it into one of the same block, with its own values taking precedence. */
export function addObservation(series: PriceSeries, observation: PriceObservation): void {
  const { observations } = series;
  series.settledAt = Infinity;
  const before = observations.findLastIndex(({ blockNumber }) => blockNumber <= observation.blockNumber);
  const isNewest = before === observations.length - 1;
  const same = observations[before];
  if (same?.blockNumber === observation.blockNumber) observations[before] = merge(same, observation);
  else observations.splice(before + 1, 0, observation);
  if (isNewest && same?.blockNumber !== observation.blockNumber) derive(series, observation);
  else rebuild(series);
  noteNews(series);
}

/**
 * Drops what no time from `from` on needs: all observations before the newest one at that time, and the same for states
 * and share counts.
 */
export function trimPriceSeries(series: PriceSeries, from: number): void {
  dropBefore(series.observations, from);
  dropBefore(series.states, from);
  dropBefore(series.counts, from);
}

/** The last one at or before a time. */
export const findAt = <T extends { timeAt: number }>(observed: readonly T[], timeAt: number): T | undefined =>
  observed.findLast((one) => one.timeAt <= timeAt);

function merge(old: PriceObservation, given: PriceObservation): PriceObservation {
  return {
    ...old,
    raw0: given.raw0 ?? old.raw0,
    raw1: given.raw1 ?? old.raw1,
    sqrtPrice: given.sqrtPrice ?? old.sqrtPrice,
    liquidity: given.liquidity ?? old.liquidity,
    supply: given.supply ?? old.supply,
  };
}

function rebuild(series: PriceSeries): void {
  const [first] = series.observations;
  const isOlder = ({ timeAt }: { timeAt: number }): boolean => first !== undefined && timeAt < first.timeAt;
  series.states = series.states.filter(isOlder);
  series.counts = series.counts.filter(isOlder);
  for (const observation of series.observations) derive(series, observation);
}

function derive(series: PriceSeries, observation: PriceObservation): void {
  const { kind } = series.source;
  if (kind !== "v2" && kind !== "v3") return;
  const state = toPoolState(observation);
  if (state !== null) series.states.push(state);
  if (kind === "v3" || observation.supply === null) return;
  const { raw0, raw1 } = state ?? series.states.at(-1) ?? { raw0: 0, raw1: 0 };
  series.counts.push({ timeAt: observation.timeAt, raw0, raw1, supply: Number(observation.supply) });
}

function dropBefore(observed: { timeAt: number }[], from: number): void {
  const firstRetained = observed.findLastIndex(({ timeAt }) => timeAt <= from);
  if (firstRetained > 0) observed.splice(0, firstRetained);
}
