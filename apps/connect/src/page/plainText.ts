// eslint-disable-next-line no-control-regex -- these are what is taken out
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** A stranger's text on one line, without characters that turn the direction of writing, cut at `most` characters. */
export function plainText(value: unknown, most: number): string {
  if (typeof value !== "string") return "";
  const text = value
    .slice(0, most * 4)
    .replace(UNSEEN, " ")
    .trim();
  const characters = charactersOf(text);
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : text;
}

/** The same on as many lines as it has. */
export const plainLines = (text: string, most: number): string =>
  text
    .split(/\r\n?|\n/)
    .map((line) => plainText(line, most))
    .join("\n");

/** 0x1234…cdef */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

/** The host as browsers spell it (xn-- for other scripts), or null for what is no http(s) address. */
export function readSite(address: string): { readonly href: string; readonly host: string } | null {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) ? { href: url.href, host: url.host } : null;
}

/** Characters as people see them, however many code points they are. */
const charactersOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/** What stands for a picture that isn't there. */
export const initialOf = (name: string): string => charactersOf(name)[0]?.toUpperCase() ?? "?";
