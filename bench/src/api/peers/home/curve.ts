import { amountOf, type PriceOf } from "./readings.ts";

/** One day, in steps of five minutes; a point is named by the number of steps back from the latest. */
export const STEP = 300;
export const COUNT = 288;
/** A point is known if what had no price yet is at most this share of its value. */
const MAX_UNPRICED = 0.01;

export interface CurveToken {
  readonly address: string;
  /** Base units now. */
  readonly rawAmount: bigint;
  readonly isVerified: boolean;
  readonly moves: ReadonlyMap<number, bigint>;
  /** USD from this point on. */
  readonly prices: ReadonlyMap<number, number>;
}

/**
 * The response of GET /v1/user/total_net_curve for one chain that is indexed from genesis, without position points.
 * @param now - USD.
 */
export function toCurve(
  time: number,
  now: number,
  hasPositions: boolean,
  held: readonly CurveToken[],
  priceOf: PriceOf,
) {
  const values = new Float64Array(COUNT);
  const missing = new Float64Array(COUNT);
  values[0] = now;
  const moved = { usd: 0, count: 0, unpriced: 0 };
  for (const token of held) addToken(token, priceOf(token.address)?.decimals ?? 0, { values, missing, moved });
  const points: [number, number][] = [];
  for (let at = COUNT - 1; at >= 0; at--) points.push([time - at * STEP, values[at]!]);
  const isKnown = ([timeAt, value]: readonly [number, number]): boolean => {
    const lack = missing[(time - timeAt) / STEP]!;
    return lack <= MAX_UNPRICED * (Math.abs(value) + lack);
  };
  const first = points.findIndex(isKnown);
  const [since, start] = points[first] ?? [0, 0];
  const change = now - start;
  return {
    timestamp: time,
    usd_value: now,
    usd_value_list: points,
    positions_since: hasPositions ? time : null,
    known_since: null,
    change: {
      since,
      usd_value: change,
      inflow_usd_value: moved.usd,
      position_usd_value: 0,
      gain_usd_value: change - moved.usd,
      move_count: moved.count,
      unpriced_move_count: moved.unpriced,
    },
  };
}

interface Sums {
  readonly values: Float64Array;
  readonly missing: Float64Array;
  readonly moved: { usd: number; count: number; unpriced: number };
}

/** Goes back to the oldest point, and from there to the latest. */
function addToken(token: CurveToken, decimals: number, { values, missing, moved }: Sums): void {
  const { rawAmount, isVerified, moves, prices } = token;
  if (moves.size === 0 && prices.size === 0) return; // worth nothing until it has a price
  let raw = rawAmount;
  for (const change of moves.values()) raw -= change;
  const amounts = new Float64Array(COUNT);
  let usd = 0;
  let amount = raw > 0n ? amountOf(raw, decimals) : 0;
  for (let at = COUNT - 1; at >= 0; at--) {
    const before = amount;
    const change = moves.get(at);
    if (change !== undefined) {
      raw += change;
      amount = raw > 0n ? amountOf(raw, decimals) : 0;
    }
    amounts[at] = amount;
    const price = prices.get(at);
    if (price !== undefined && usd === 0)
      for (let old = COUNT - 1; old > at; old--) missing[old]! += amounts[old]! * price;
    usd = price ?? usd;
    if (at > 0) values[at]! += amount * usd;
    if (change === undefined || at === COUNT - 1) continue;
    moved.usd += (amount - before) * usd;
    if (!isVerified) continue;
    moved.count += 1;
    if (usd === 0) moved.unpriced += 1;
  }
}
