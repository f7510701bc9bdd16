import { perLocale } from "@portico/ui/browser";
const SHARE = perLocale(
  (locale) => new Intl.NumberFormat(locale, { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);
/** A change from almost zero has more per cent than is meaningful. */
const MAX = 100;
const WHOLE = perLocale((locale) => new Intl.NumberFormat(locale, { style: "percent" }));

/** The absolute size of a change: 0.05 as "5.00%". */
export function formatChange(fraction: number): string {
  const size = Math.abs(fraction);
  return size > MAX ? `>${WHOLE().format(MAX)}` : SHARE().format(size);
}
