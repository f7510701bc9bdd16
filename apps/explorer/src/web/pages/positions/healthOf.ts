import type { PortfolioItem } from "@portico/contract";
import { perLocale } from "@portico/ui/browser";
import { formatValue } from "../../currency/formatValue.ts";
import { t } from "../../languages/t.ts";

export interface Health {
  readonly figure: string;
  readonly words: string;
  readonly level: "good" | "caution" | "bad";
}

/** At or below this, a small price movement is enough for a liquidation. */
const CLOSE = 1.1;
const WATCHED = 1.5;
const MAX_SHOWN = 100;

/** What alone secures a loan. */
export interface Collateral {
  readonly symbol: string;
  /** USD. */
  readonly price: number;
}

/** Undefined: several tokens secure the loan, or its debt has the same token, so that no price of one liquidates it. */
export function findCollateral({ detail }: PortfolioItem): Collateral | undefined {
  const securing = (detail.supply_token_list ?? []).filter((token) => token.is_collateral !== false);
  const [only] = securing;
  if (only === undefined || securing.length > 1 || only.price <= 0) return undefined;
  if ((detail.borrow_token_list ?? []).some(({ id }) => id === only.id)) return undefined;
  return { symbol: only.optimized_symbol, price: only.price };
}

/**
 * A loan's health as a number and words.
 * @param rate - Distance of the debt from liquidation, which happens below 1; null if there is no debt.
 * @param collateral - If it is one token: the price that liquidates is told, at today's prices of the debt.
 */
export function healthOf(rate: number | null, collateral?: Collateral): Health {
  if (rate === null) return { figure: "–", words: t("positions.noDebt"), level: "good" };
  const figure = rate > MAX_SHOWN ? `> ${MAX_SHOWN}` : RATE().format(floor2(rate));
  if (rate < 1) return { figure, words: t("positions.liquidatable"), level: "bad" };
  const fall = formatFall(rate);
  const falls = collateral && { token: collateral.symbol, fall, price: formatValue(collateral.price / rate) };
  if (rate < CLOSE)
    return { figure, words: falls ? t("positions.closeAt", falls) : t("positions.close", { fall }), level: "bad" };
  if (rate < WATCHED)
    return {
      figure,
      words: falls ? t("positions.atRiskAt", falls) : t("positions.atRisk", { fall }),
      level: "caution",
    };
  return { figure, words: falls ? t("positions.healthyAt", falls) : t("positions.healthy", { fall }), level: "good" };
}

/** Rounded down, so that 0.999 is not shown as 1. */
const floor2 = (rate: number): number => Math.floor(rate * 100 + 1e-9) / 100;

const RATE = perLocale((locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }));
const EXACT_FALL = perLocale((locale) => new Intl.NumberFormat(locale, { style: "percent", minimumFractionDigits: 1 }));
const FALL = perLocale((locale) => new Intl.NumberFormat(locale, { style: "percent" }));

const formatFall = (rate: number): string => (rate < WATCHED ? EXACT_FALL : FALL)().format(1 - 1 / rate);
