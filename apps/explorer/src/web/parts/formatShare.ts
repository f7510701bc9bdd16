import { perLocale } from "@portico/ui/browser";
const SHARE = perLocale((locale) => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 }));
const LEAST = 0.001;

/** A part of a whole, 0.5 as "50%". A positive share never shows as 0%. */
export const formatShare = (fraction: number): string =>
  fraction > 0 && fraction < LEAST ? `<${SHARE().format(LEAST)}` : SHARE().format(fraction);
