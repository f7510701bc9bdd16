import { perLocale } from "@portico/ui/browser";
import type { PortfolioItem } from "@portico/contract";

/** A range of prices as it is drawn, told so that the prices are above 1 where that is possible. */
export interface PriceRange {
  /** Symbols: prices are those of the first in the second. */
  readonly pair: readonly [string, string];
  /** Null: no bound. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly current: number;
  readonly isInRange: boolean;
  /** Places on the drawn line, from 0 to 1. */
  readonly places: { readonly lower: number; readonly upper: number; readonly current: number };
}

/** The part of the drawn line on either side of what is named. */
const MARGIN = 0.12;

/** Undefined: the position has no range. */
export function viewRange(item: PortfolioItem): PriceRange | undefined {
  const { price_range: range } = item;
  if (range === undefined) return undefined;
  const [base, quote] = [range.base_token_id, range.quote_token_id].map((id) => symbolOf(item, id)) as [string, string];
  const isTurned = range.current > 0 && range.current < 1;
  const turn = (price: number | null) => (price === null ? null : 1 / price);
  const prices = isTurned
    ? { lower: turn(range.upper), upper: turn(range.lower), current: 1 / range.current }
    : { lower: range.lower, upper: range.upper, current: range.current };
  return {
    pair: isTurned ? [quote, base] : [base, quote],
    ...prices,
    isInRange: range.is_in_range,
    places: findPlaces(prices),
  };
}

/** Places by the prices' logarithms, because a range is as wide as its prices are multiples of each other. */
function findPlaces({ lower, upper, current }: Pick<PriceRange, "current" | "lower" | "upper">): PriceRange["places"] {
  const named = [lower, upper, current].filter((price) => price !== null && price > 0).map((price) => Math.log(price!));
  const [least, most] = [Math.min(...named), Math.max(...named)];
  const toPlace = (price: number) =>
    most === least ? 0.5 : MARGIN + ((Math.log(price) - least) / (most - least)) * (1 - 2 * MARGIN);
  return {
    lower: lower === null ? 0 : toPlace(lower),
    upper: upper === null ? 1 : toPlace(upper),
    current: current > 0 ? toPlace(current) : 0,
  };
}

const PERCENT = perLocale((locale) => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 4 }));

/** "USDC / WETH 0.3%": a liquidity pool by its tokens and its fee; undefined: the position is in none. */
export function namePool(item: PortfolioItem): string | undefined {
  const { name, detail, price_range: range } = item;
  const supplied = (detail.supply_token_list ?? []).map(({ optimized_symbol: symbol }) => symbol);
  const symbols =
    range === undefined ? supplied : [range.base_token_id, range.quote_token_id].map((id) => symbolOf(item, id));
  if (range === undefined && (name !== "Liquidity Pool" || symbols.length < 2)) return undefined;
  const fee = range?.fee_rate === undefined || range.fee_rate === null ? "" : ` ${PERCENT().format(range.fee_rate)}`;
  return `${symbols.join(" / ")}${fee}`;
}

function symbolOf({ detail, asset_token_list: assets = [] }: PortfolioItem, id: string): string {
  const token = [...(detail.supply_token_list ?? []), ...assets].find((one) => one.id === id);
  return token?.optimized_symbol ?? id;
}
