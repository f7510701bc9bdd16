import type { PoolSpan } from "./poolSpans.ts";

/** The least that was on each side of a pool while the spans lasted, base units. */
export function getLeastReserves(spans: readonly PoolSpan[]): { raw0: number; raw1: number } {
  let [raw0, raw1] = [Infinity, Infinity];
  for (const { state } of spans) {
    if (state.raw0 < raw0) raw0 = state.raw0;
    if (state.raw1 < raw1) raw1 = state.raw1;
  }
  return { raw0, raw1 };
}

/**
 * What a pool counts for, USD: twice the side whose price is known, because the other one's price is what is asked for.
 * @param raw - Base units of the known side.
 * @param token - What that side's token is worth, and how many base units make a whole one.
 */
export const getDepthUsd = (raw: number, { usd, units }: { usd: number; units: number }): number =>
  (2 * raw * usd) / units;
