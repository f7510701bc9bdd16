import { ServiceError } from "@portico/server";
import QuickLRU from "quick-lru";
import type { DataApi } from "../dataApi.ts";
import { readDataApi } from "../readDataApi.ts";
import type { PriceCurve } from "../../facts.ts";

/** Days that a curve may have, and the distance of its points, s. */
const STEPS: ReadonlyMap<number, number> = new Map([
  [1, 3_600],
  [7, 21_600],
  [30, 86_400],
  [365, 7 * 86_400],
]);
const DAY = 86_400;
const MAX_KNOWN = 50_000;
/** Past prices hardly change: an indexer may still read the days before its first block. */
const KNOWN_MS = 600_000;

/** Reads price curves. */
export interface PriceCurves {
  /** How many prices a curve has; undefined if there is none of that length. */
  readonly countOf: (days: number) => number | undefined;
  /** @throws ServiceError not_found, upstream_error */
  readonly read: (chain: string, token: string, days: number) => Promise<PriceCurve>;
}

/** Curves are read price by price: those of whole steps are kept, so that visitors share them. */
export function createPriceCurves(api: DataApi): PriceCurves {
  const known = new QuickLRU<string, number>({ maxSize: MAX_KNOWN, maxAge: KNOWN_MS });
  const readPrice = async (chain: string, token: string, timeAt: number): Promise<number> => {
    const key = `${chain} ${token} ${timeAt}`;
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const query = { chain_id: chain, ids: token, time_at: String(timeAt) };
    const answer = await readDataApi<Record<string, number>>(api, "/v1/token/history_price_dict", query);
    const price = answer?.data[token] ?? 0;
    if (answer !== undefined) known.set(key, price);
    return price;
  };
  return {
    countOf: (days) => {
      const step = STEPS.get(days);
      return step === undefined ? undefined : Math.ceil((days * DAY) / step) + 1;
    },
    read: async (chain, token, days) => {
      const step = STEPS.get(days);
      const now = await readDataApi<{ price: number }>(api, "/v1/token", { chain_id: chain, id: token });
      if (step === undefined || now?.timeAt === undefined) {
        throw new ServiceError("not_found", "There is no such curve");
      }
      const { timeAt, data } = now;
      const last = Math.floor(timeAt / step) * step;
      const times = Array.from(
        { length: Math.ceil((days * DAY) / step) },
        (_, index) => last - index * step,
      ).toReversed();
      const prices = await Promise.all(times.map((time) => readPrice(chain, token, time)));
      return { points: [...times.map((time, index) => [time, prices[index] ?? 0] as const), [timeAt, data.price]] };
    },
  };
}
