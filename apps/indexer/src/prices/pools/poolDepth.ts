import type { PoolSpan } from "./poolSpans.ts";

/** The lowest reserves on each side of a pool during the spans, base units. */
export function getLeastReserves(spans: readonly PoolSpan[]): { raw0: number; raw1: number } {
  let [raw0, raw1] = [Infinity, Infinity];
  for (const { state } of spans) {
    if (state.raw0 < raw0) raw0 = state.raw0;
    if (state.raw1 < raw1) raw1 = state.raw1;
  }
  return { raw0, raw1 };
}

/**
 * A pool's depth, USD: twice the side whose price is known, because the other one's price is to be found.
 * @param raw - Base units of the known side.
 * @param known - Price of that side's token (`usd`), and its base units per whole token (`units`).
 */
export const getDepthUsd = (raw: number, known: { usd: number; units: number }): number =>
  (2 * raw * known.usd) / known.units;
