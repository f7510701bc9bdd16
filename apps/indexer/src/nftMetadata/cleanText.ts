/**
 * Untrusted text in a form that can be stored and shown: well-formed, without NUL, at most `max` UTF-16 units.
 * @returns null if it is not text, or blank.
 */
export function cleanText(value: unknown, max: number): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const text = String(value).slice(0, max).replaceAll("\0", "").toWellFormed().trim();
  return text === "" ? null : text;
}
