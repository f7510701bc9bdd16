import { perLocale } from "@portico/ui/browser";
import { t } from "../languages/t.ts";
import { leftToRight } from "./leftToRight.ts";
const SMALLEST = 1e-9;
const FEW = perLocale((locale) => new Intl.NumberFormat(locale, { maximumSignificantDigits: 4, notation: "standard" }));
const SOME = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }));
const MANY = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
const VERY_MANY = perLocale(
  (locale) => new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 2 }),
);

/** An amount of whole tokens in readable form: 1.2, 3,040, 0.0005123, 1.25B. For display only. */
export const formatAmountText = (amount: number): string =>
  Number.isFinite(amount) ? leftToRight(format(amount)) : t("parts.unknownAmount");

function format(amount: number): string {
  const size = Math.abs(amount);
  if (size === 0) return "0";
  if (size < SMALLEST) return `${amount < 0 ? "-" : ""}<${FEW().format(SMALLEST)}`;
  if (size < 1) return FEW().format(amount);
  if (size < 10_000) return SOME().format(amount);
  if (size < 1e9) return MANY().format(amount);
  return size < 1e15 ? VERY_MANY().format(amount) : amount.toExponential(2);
}
