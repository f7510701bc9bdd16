import { EndpointError, findCause, RpcCallError } from "@portico/evm";

const LONGEST = 200;
const SHORTEST_SECRET = 6;

/**
 * One line about an error that is safe to publish: an RPC's URL may hold a key, so only its host is kept, and the other
 * parts of the URLs given here are redacted wherever they appear.
 */
export function createErrorText(urls: readonly string[]): (error: unknown) => string {
  const secrets = [...new Set(urls.flatMap(listSecrets))].toSorted((a, b) => b.length - a.length);
  return (error) => {
    let text = describe(error).replaceAll(/\p{Cc}+/gu, " ");
    text = text.replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)\]]+/gi, hostOf);
    for (const secret of secrets) text = text.replaceAll(secret, "…");
    return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
  };
}

const hostOf = (text: string): string => {
  const host = URL.parse(text)?.host ?? "";
  return host === "" ? "…" : host;
};

function describe(error: unknown): string {
  const cause = findCause(error, EndpointError) ?? findCause(error, RpcCallError) ?? error;
  if (cause instanceof AggregateError) return cause.errors.map(describe).join("; ");
  return cause instanceof Error ? (cause.message.split("\n")[0] ?? cause.name) : String(cause);
}

/** Parts of a URL other than its host, raw and decoded. */
function listSecrets(text: string): string[] {
  const url = URL.parse(text);
  if (url === null) return [];
  const words = [url.username, url.password, ...url.pathname.split("/"), ...url.searchParams.values()];
  const decoded = words.map((word) => decodeSafely(word));
  return [...words, ...decoded].filter((word) => word.length >= SHORTEST_SECRET);
}

function decodeSafely(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}
