/** Options of formatUsd. */
export type UsdFormat = {
  /** BCP 47. Default `en-US`, so that a server and a browser give the same result. */
  readonly locale?: string | undefined;
  /** `$1.23M` instead of `$1,234,567.89`. */
  readonly isCompact?: boolean | undefined;
};

/** Lower amounts would only show zeros. */
const MIN_SHOWN = 1e-12;

/**
 * Formats US dollars: cents, and below a dollar at least the first three digits, as suits prices. Amounts below 1e-12
 * are `<$0.000000000001`.
 * @example formatUsd(1234.5); // "$1,234.50"
 * @example formatUsd(0.00001234); // "$0.0000123"
 */
export function formatUsd(value: number, { locale = "en-US", isCompact = false }: UsdFormat = {}): string {
  const size = Math.abs(value);
  if (size > 0 && size < MIN_SHOWN) return value > 0 ? `<${write(MIN_SHOWN)}` : `>${write(-MIN_SHOWN)}`;
  return write(value);

  function write(shown: number): string {
    return usdFormat(locale, isCompact ? "compact" : fractionDigits(Math.abs(shown))).format(shown);
  }
}

const fractionDigits = (size: number): number => (size > 0 && size < 1 ? 2 - Math.floor(Math.log10(size)) : 2);

const formats = new Map<string, Intl.NumberFormat>();

/** Cached: creating one costs far more than using it. */
function usdFormat(locale: string, digits: number | "compact"): Intl.NumberFormat {
  const key = `${locale} ${digits}`;
  const options: Intl.NumberFormatOptions =
    digits === "compact"
      ? { notation: "compact", maximumSignificantDigits: 3 }
      : { minimumFractionDigits: 2, maximumFractionDigits: digits };
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { ...USD, ...options });
  formats.set(key, format);
  return format;
}

const USD = { style: "currency", currency: "USD", signDisplay: "negative" } as const;
