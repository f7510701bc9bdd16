import type { PriceObservation, PriceSource } from "@portico/store";
import { noteNews } from "./pricedTokens.ts";
import { toPoolState } from "../pools/poolState.ts";
import type { Trail } from "./priceGraph.ts";

export const createTrail = (source: PriceSource): Trail => ({
  source,
  observations: [],
  states: [],
  counts: [],
  settled: null,
  settledAt: Infinity,
  listings: [],
});

/** Inserts an observation in order; merges it into one of the same block, with its own values taking precedence. */
export function addObservation(trail: Trail, observation: PriceObservation): void {
  const { observations } = trail;
  trail.settledAt = Infinity;
  const before = observations.findLastIndex(({ blockNumber }) => blockNumber <= observation.blockNumber);
  const isNewest = before === observations.length - 1;
  const same = observations[before];
  if (same?.blockNumber === observation.blockNumber) observations[before] = merge(same, observation);
  else observations.splice(before + 1, 0, observation);
  if (isNewest && same?.blockNumber !== observation.blockNumber) derive(trail, observation);
  else rebuild(trail);
  noteNews(trail);
}

/**
 * Drops what no time from `from` on needs: all observations before the newest one at that time, and the same for states
 * and share counts.
 */
export function forgetTrail(trail: Trail, from: number): void {
  dropBefore(trail.observations, from);
  dropBefore(trail.states, from);
  dropBefore(trail.counts, from);
}

/** The last one at or before a time. */
export const findAt = <T extends { timeAt: number }>(said: readonly T[], timeAt: number): T | undefined =>
  said.findLast((one) => one.timeAt <= timeAt);

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

function rebuild(trail: Trail): void {
  const [first] = trail.observations;
  const isOlder = ({ timeAt }: { timeAt: number }): boolean => first !== undefined && timeAt < first.timeAt;
  trail.states = trail.states.filter(isOlder);
  trail.counts = trail.counts.filter(isOlder);
  for (const observation of trail.observations) derive(trail, observation);
}

function derive(trail: Trail, observation: PriceObservation): void {
  const { kind } = trail.source;
  if (kind !== "v2" && kind !== "v3") return;
  const state = toPoolState(observation);
  if (state !== null) trail.states.push(state);
  if (kind === "v3" || observation.supply === null) return;
  const { raw0, raw1 } = state ?? trail.states.at(-1) ?? { raw0: 0, raw1: 0 };
  trail.counts.push({ timeAt: observation.timeAt, raw0, raw1, supply: Number(observation.supply) });
}

function dropBefore(said: { timeAt: number }[], from: number): void {
  const kept = said.findLastIndex(({ timeAt }) => timeAt <= from);
  if (kept > 0) said.splice(0, kept);
}
