import type { PortfolioItem } from "@portico/contract";
import type { PositionRange } from "@portico/protocols";
import type { PositionContext } from "./positionContext.ts";
import { holdingOf } from "./toDetailResponse.ts";

type RangeResponse = NonNullable<PortfolioItem["price_range"]>;

/** The last ticks that any spacing leaves usable are beyond it, on both sides. */
const UNBOUNDED_TICK = 880_000;

/** Prices in whole tokens, as the nearest doubles; undefined if they are too large for these. */
export function toRangeResponse(context: PositionContext, range: PositionRange): RangeResponse | undefined {
  const [base, quote] = range.tokens;
  const decimalsOf = (token: typeof base) => holdingOf(context, { token, rawAmount: 0n }).entry.decimals;
  const scale = 10 ** (decimalsOf(base) - decimalsOf(quote));
  const toBound = (tick: number) => (Math.abs(tick) > UNBOUNDED_TICK ? null : 1.0001 ** tick * scale);
  const current = (Number(range.sqrtPriceX96) / 2 ** 96) ** 2 * scale;
  const [lower, upper] = [toBound(range.tickLower), toBound(range.tickUpper)];
  if (![lower ?? 0, upper ?? 0, current].every(Number.isFinite)) return undefined;
  return {
    base_token_id: base,
    quote_token_id: quote,
    lower,
    upper,
    current,
    is_in_range: range.tickLower <= range.tick && range.tick < range.tickUpper,
    fee_rate: range.feePpm === undefined ? null : range.feePpm / 1_000_000,
  };
}
