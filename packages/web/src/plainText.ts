const BREAKS = /[\s\p{Cc}\u2028\u2029]+/gu;
const UNSEEN = /[\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu;
const STACKED_MARKS = /(\p{M}{2})\p{M}+/gu;

/**
 * A stranger's text, fit to stand in a line of ours: without what can't be seen or turns the direction of writing, no more
 * than two marks on a letter, and cut at `most` characters.
 */
export function plainText(value: unknown, most = 40): string {
  if (typeof value !== "string") return "";
  const text = value.replace(UNSEEN, "").replace(BREAKS, " ").replace(STACKED_MARKS, "$1").trim();
  const start = text.slice(0, most * UNITS_A_CHARACTER);
  const characters = charactersOf(start);
  if (characters.length <= most && start === text) return text;
  return `${characters.slice(0, Math.min(characters.length, most) - 1).join("")}…`;
}

/** More than honest ones have, once what joins several into one is gone; some scripts' can be made without end. */
const UNITS_A_CHARACTER = 8;

/** The same on as many lines as it has. */
export const plainLines = (text: string, most: number): string =>
  text
    .split(/\r\n?|\n/)
    .map((line) => plainText(line, most))
    .join("\n");

/** The host as browsers spell it (xn-- for other scripts), or null for what is no http(s) address. */
export function readSite(address: string): { readonly href: string; readonly host: string } | null {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) ? { href: url.href, host: url.host } : null;
}

/** Characters as people see them, however many code points they are. */
export const charactersOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/** What stands for a picture that isn't there. */
export const initialOf = (name: string): string => charactersOf(name)[0]?.toUpperCase() ?? "?";
