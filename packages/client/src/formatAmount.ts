/** Options of formatAmount. */
export type AmountFormat = {
  /**
   * Digits to keep after the point; the rest is truncated, never rounded up, so the result never exceeds the amount. An
   * amount
   * too small for that keeps its first `digits` nonzero digits, and one without any in the first 12 places is
   * `<0.000000000001`. Default: all of them.
   */
  readonly digits?: number | undefined;
  /** BCP 47, such as `en`: formats for that locale. Default: digits and a point, which parseAmount reads. */
  readonly locale?: string | undefined;
};

/** More decimal places would only show zeros. */
const MIN_PRECISION = 12;

/**
 * Formats base units as whole tokens, from the exact integer.
 * @param decimals - ERC-20 `decimals`, an integer in 0..255; anything else throws RangeError, and so do such `digits`.
 * @example formatAmount(1_234_567_800n, 6); // "1234.5678"
 * @example formatAmount(1_234_567_800n, 6, { digits: 2, locale: "en" }); // "1,234.56"
 */
export function formatAmount(rawAmount: bigint, decimals: number, { digits, locale }: AmountFormat = {}): string {
  assertInteger("decimals", decimals, 255);
  if (digits !== undefined) assertInteger("digits", digits, Number.MAX_SAFE_INTEGER);
  const { formatWhole, digitsOf, point, minus } = locale === undefined ? PLAIN : writingOf(locale);
  const text = (rawAmount < 0n ? -rawAmount : rawAmount).toString().padStart(decimals + 1, "0");
  const whole = text.slice(0, text.length - decimals);
  const { shown, isLess } = cut(text.slice(text.length - decimals), digits, whole === "0");
  const size = formatWhole(BigInt(whole)) + (shown && point + digitsOf(shown));
  const isNegative = rawAmount < 0n && (whole !== "0" || shown !== "");
  const less = isNegative ? ">" : "<";
  return (isLess ? less : "") + (isNegative ? minus(size) : size);
}

/**
 * Parses user input, `1234.5`, as base units, exactly.
 * @throws SyntaxError for anything but a plain decimal (no exponent, no grouping), RangeError for more decimal places
 * than the token has.
 */
export function parseAmount(text: string, decimals: number): bigint {
  assertInteger("decimals", decimals, 255);
  const match = /^(-?)(?=\.?\d)(\d*)(?:\.(\d*))?$/.exec(text.trim());
  if (match === null) throw new SyntaxError(`'${text}' is not an amount such as 12.5`);
  const [, sign = "", whole = "", written = ""] = match;
  const fraction = written.replace(/0+$/, "");
  if (fraction.length > decimals) throw new RangeError(`'${text}' has more than ${decimals} decimal places`);
  const rawAmount = BigInt(whole + fraction.padEnd(decimals, "0"));
  return sign === "" ? rawAmount : -rawAmount;
}

/** The decimal places to show; `isLess`: the amount is below that. */
function cut(fraction: string, digits: number | undefined, isSmall: boolean) {
  const trimmed = fraction.slice(0, digits).replace(/0+$/, "");
  const first = fraction.search(/[1-9]/);
  if (trimmed !== "" || !isSmall || first < 0 || !digits) return { shown: trimmed, isLess: false };
  const precision = Math.max(digits, MIN_PRECISION);
  if (first >= precision) return { shown: "1".padStart(precision, "0"), isLess: true };
  return { shown: fraction.slice(0, first + digits).replace(/0+$/, ""), isLess: false };
}

function assertInteger(name: string, value: number, max: number): void {
  const isValid = Number.isInteger(value) && value >= 0 && value <= max;
  if (!isValid) throw new RangeError(`${name} must be an integer from 0 to ${max}, not ${value}`);
}

/** Number format of a locale. */
type Writing = {
  readonly formatWhole: (whole: bigint) => string;
  readonly digitsOf: (fraction: string) => string;
  readonly point: string;
  readonly minus: (size: string) => string;
};

const PLAIN: Writing = {
  formatWhole: String,
  digitsOf: (fraction) => fraction,
  point: ".",
  minus: (size) => `-${size}`,
};

const writings = new Map<string, Writing>();

/** Cached per locale: creating one costs far more than using it. */
function writingOf(locale: string): Writing {
  const writing = writings.get(locale) ?? createWriting(locale);
  writings.set(locale, writing);
  return writing;
}

/** Assembled here, because older engines' Intl supports at most 20 decimal places. */
function createWriting(locale: string): Writing {
  const format = new Intl.NumberFormat(locale);
  const digits = Array.from({ length: 10 }, (_, digit) => format.format(digit));
  const [one = "1", negativeOne] = [digits[1], format.format(-1)];
  return {
    formatWhole: (whole) => format.format(whole),
    digitsOf: (fraction) => fraction.replaceAll(/\d/g, (digit) => digits[Number(digit)] ?? digit),
    point: format.formatToParts(1.1).find(({ type }) => type === "decimal")?.value ?? ".",
    minus: (size) => negativeOne.replace(one, size),
  };
}
