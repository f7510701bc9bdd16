/** The content of a `data:` URI (RFC 2397). */
export interface DataUri {
  /** Lower-case, without parameters; "text/plain" if omitted. */
  contentType: string;
  bytes: Buffer;
}

/**
 * Reads a `data:` URI: base64 in either alphabet, percent-encoded text, and the plain text that contracts return
 * instead.
 * @returns undefined if it is not a data URI.
 */
export function parseDataUri(text: string): DataUri | undefined {
  if (text.slice(0, 5).toLowerCase() !== "data:") return undefined;
  const comma = text.indexOf(",");
  if (comma < 0 || comma > 200) return undefined;
  const [type = "", ...parameters] = text.slice(5, comma).toLowerCase().split(";");
  const body = text.slice(comma + 1);
  const isBase64 = parameters.some((parameter) => parameter.trim() === "base64");
  const contentType = type.trim() === "" ? "text/plain" : type.trim();
  return { contentType, bytes: isBase64 ? Buffer.from(decodePercent(body), "base64") : Buffer.from(decodeText(body)) };
}

/** JSON is not decoded, because a `%` in it is usually literal. */
const decodeText = (text: string): string => (/^\s*[[{]/.test(text) ? text : decodePercent(text));

function decodePercent(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
