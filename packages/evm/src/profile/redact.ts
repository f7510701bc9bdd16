const MAX_LENGTH = 200;
const SHORTEST_SECRET = 6;

/** A node's text without the parts of the URL that may be secret, on one line, truncated. */
export function redact(url: string, text: string): string {
  const { username, password, pathname, search } = new URL(url);
  const secrets = [username, password, ...pathname.split("/"), ...search.split(/[?&=]/)]
    .flatMap((part) => [part, decodeUrlPart(part)])
    .filter((part) => part.length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.length - a.length); // one may contain another
  const hidden = secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
  return hidden.replaceAll(/[\s\p{Cc}]+/gu, " ").slice(0, MAX_LENGTH);
}

/** A part of a URL, unchanged if it is not percent-encoded correctly. */
export function decodeUrlPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
