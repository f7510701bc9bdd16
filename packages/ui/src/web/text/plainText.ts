import { displayText } from "./displayText.ts";

/** displayText of a value that may not be a string, truncated to `max` graphemes. */
export function plainText(value: unknown, max = 40): string {
  if (typeof value !== "string") return "";
  const text = displayText(value);
  if (text.length <= max) return text; // most names: a grapheme has at least one code unit, and need not be found
  const start = text.slice(0, max * UNITS_A_CHARACTER);
  const characters = charactersOf(start);
  if (characters.length <= max && start === text) return text;
  return `${characters.slice(0, Math.min(characters.length, max) - 1).join("")}…`;
}

/** On average, more than honest texts need; graphemes of some scripts, and of joined emoji, can be arbitrarily long. */
const UNITS_A_CHARACTER = 8;

/** Like plainText, but keeps line breaks. */
export const plainLines = (text: string, max: number): string =>
  text
    .split(/\r\n?|\n/)
    .map((line) => plainText(line, max))
    .join("\n");

/** The host as browsers spell it (xn-- for other scripts), or null for anything but an http(s) address. */
export function readSite(address: string): { readonly href: string; readonly host: string } | null {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) ? { href: url.href, host: url.host } : null;
}

/** Graphemes: characters as users see them, of any number of code points. */
export const charactersOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/** Placeholder for a missing picture. */
export const initialOf = (name: string): string => charactersOf(name)[0]?.toUpperCase() ?? "?";
