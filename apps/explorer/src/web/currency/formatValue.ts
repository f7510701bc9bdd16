import { formatUsd } from "@portico/client";
import { shownCurrency } from "./shownCurrency.ts";
import { uiLocale } from "@portico/ui/browser";
import { leftToRight } from "../parts/leftToRight.ts";

interface ValueFormat {
  /** 1.2M */
  readonly isCompact?: boolean;
  /** Whether a gain has a plus: "always" also zero. */
  readonly plus?: "always" | "gain";
}

/** Formats a value in US dollars in the currency that the visitor chose, at its rate. */
export function formatValue(usdValue: number, { isCompact = false, plus }: ValueFormat = {}): string {
  const sign = usdValue > 0 || (usdValue === 0 && plus === "always") ? "+" : "";
  return leftToRight((plus === undefined ? "" : sign) + format(usdValue, isCompact));
}

function format(usdValue: number, isCompact: boolean): string {
  const currency = shownCurrency();
  if (currency === undefined) return formatUsd(usdValue, { isCompact, locale: uiLocale() });
  const value = usdValue / currency.usdPrice;
  return formatOf(currency.id, isCompact ? "compact" : digitsOf(Math.abs(value))).format(value);
}

const MAX_DIGITS = 12;
/** As many as the currency has; below one, three that are not zero. */
const digitsOf = (size: number): number | "usual" =>
  size > 0 && size < 1 ? Math.min(MAX_DIGITS, 2 - Math.floor(Math.log10(size))) : "usual";

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string, digits: number | "compact" | "usual"): Intl.NumberFormat {
  const key = `${uiLocale()} ${currency} ${digits}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const options: Intl.NumberFormatOptions =
    digits === "compact"
      ? { notation: "compact", maximumSignificantDigits: 3 }
      : digits === "usual"
        ? {}
        : { minimumFractionDigits: 0, maximumFractionDigits: digits };
  const made = new Intl.NumberFormat(uiLocale(), {
    style: "currency",
    currency,
    signDisplay: "negative",
    ...options,
  });
  formats.set(key, made);
  return made;
}
