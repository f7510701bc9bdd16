import { findChain, NATIVE_TOKEN } from "@portico/evm";
import { ServiceError } from "@portico/server";
import { type Address, listPointsBetween, type Store } from "@portico/store";
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

export const isCurveLength = (days: number): boolean => STEPS.has(days);

/**
 * A token's price curve: the newest price from the data API, which knows the token, and the earlier ones from the store
 * in one query.
 * @throws ServiceError not_found, upstream_error
 */
export async function readPriceCurve(
  { db, api }: { readonly db: Store; readonly api: DataApi },
  { chain, token, days }: { readonly chain: string; readonly token: string; readonly days: number },
): Promise<PriceCurve> {
  const step = STEPS.get(days);
  const known = findChain(chain);
  const now = await readDataApi<{ price: number }>(api, "/v1/token", { chain_id: chain, id: token });
  if (step === undefined || known === undefined || now?.timeAt === undefined)
    throw new ServiceError("not_found", "There is no such curve");
  const { timeAt, data } = now;
  const last = Math.floor(timeAt / step) * step;
  const count = Math.ceil((days * DAY) / step);
  const times = Array.from({ length: count }, (_, index) => last - (count - 1 - index) * step);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route has checked its form
  const stored = token === known.native.id ? NATIVE_TOKEN : (token as Address);
  const points = await listPointsBetween(db, chain, [stored], times[0] ?? last, last);
  const priceAt = (time: number): number => points.findLast((point) => point.timeAt <= time)?.usd ?? 0;
  return { points: [...times.map((time) => [time, priceAt(time)] as const), [timeAt, data.price]] };
}
