const MAX_LENGTH = 200;
const SHORTEST_SECRET = 6;

/** A node's text without the parts of the URL that may be secret, on one line, truncated. */
export function redact(url: string, text: string): string {
  const { username, password, pathname, search } = new URL(url);
  const secrets = [username, password, ...pathname.split("/"), ...search.split(/[?&=]/)]
    .flatMap((part) => [part, decode(part)])
    .filter((part) => part.length >= SHORTEST_SECRET);
  const hidden = secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
  return hidden.replaceAll(/[\s\p{Cc}]+/gu, " ").slice(0, MAX_LENGTH);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
