import unhomoglyph from "unhomoglyph";

/** Invisible characters, and those that change the order of others, except within an emoji. */
const HIDDEN = /[\p{Cf}\p{Cc}\u115F\u1160\u2800\u3164\uFFA0\p{Variation_Selector}]/gu;
const EMOJI = /\p{RGI_Emoji}/gv;

export const hasHidden = (text: string): boolean => text.replace(EMOJI, "").search(HIDDEN) >= 0;

/** The text without hidden characters, in NFKC form. */
export const toPlainText = (text: string): string => text.replace(HIDDEN, "").normalize("NFKC").replace(HIDDEN, "");

/** Replaces foreign letters by the Latin ones that they look like; Latin ones stay. */
export const toLatin = (text: string): string =>
  toPlainText(text).replaceAll(/[^\p{ASCII}]+/gu, (foreign) => unhomoglyph(foreign));

export interface SymbolSet {
  /** Whether the symbol can be confused with one of the set, in any letter case. */
  looksLikeOne(symbol: string): boolean;
}

/** @see https://www.unicode.org/reports/tr39/#Confusable_Detection */
export function createSymbolSet(symbols: readonly string[]): SymbolSet {
  const keys = new Set(symbols.flatMap(listKeys));
  return { looksLikeOne: (symbol) => listKeys(symbol).some((key) => keys.has(key)) };
}

/**
 * Two symbols are alike if their skeletons are, either unchanged or in the same letter case: "UNl" and "UNI" are alike,
 * "uni" and "UNI" too, "IDO" and "LDO" are not.
 */
function listKeys(symbol: string): string[] {
  const plain = toPlainText(symbol).replaceAll(/\s+/g, "");
  if (plain === "") return [];
  const forms = { as: plain, lower: plain.toLowerCase(), upper: plain.toUpperCase() };
  return Object.entries(forms).map(([form, text]) => `${form} ${toSkeleton(text)}`);
}

const toSkeleton = (text: string): string => unhomoglyph(text.normalize("NFD")).normalize("NFD");
