/** Longer strings are pictures in the URL or calldata, not what an agent reads. */
const MAX_STRING = 1000;

/** Control, formatting (among them marks that reverse text, and invisible tags), separating and private characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

/**
 * A response as plain JSON for an agent: exact integers as decimal strings; in strings, characters that are not seen are
 * replaced by their escapes (`\u{202E}`), because names of tokens are written by third parties; long strings are cut, with
 * the number of characters that are left out.
 */
export function toPlainData(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "string") return toPlainText(value);
  if (Array.isArray(value)) return value.map(toPlainData);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [toPlainText(name), toPlainData(member)]));
}

function toPlainText(text: string): string {
  const cut = text.length > MAX_STRING ? `${text.slice(0, MAX_STRING)}…[${text.length - MAX_STRING} more]` : text;
  return cut.replaceAll(UNSEEN, (unseen) => `\\u{${unseen.codePointAt(0)!.toString(16).toUpperCase()}}`);
}
