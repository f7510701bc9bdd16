import { type LookupAddress, TIMEOUT } from "node:dns";
import { isIP } from "node:net";
import { ForbiddenUrlError, PrivateHostError } from "./fetchError.ts";
import type { UrlRules } from "./fetchRules.ts";

/** A URL that may be fetched, and the only addresses that may be connected to for it. */
export interface CheckedUrl {
  url: URL;
  addresses: readonly LookupAddress[];
}

const MAX_URL = 2_048;

/**
 * Prevents server-side request forgery (SSRF): only https, only the default port, no credentials, and every address of
 * the host name must be public. The name is resolved once, and only these addresses are connected to.
 * @throws ForbiddenUrlError if it may not be fetched; any error of the resolver.
 */
export async function checkUrl(text: string, rules: UrlRules, signal: AbortSignal): Promise<CheckedUrl> {
  const url = text.length > MAX_URL ? null : URL.parse(text);
  if (url === null) throw new ForbiddenUrlError("not a URL, or too long");
  const isHttp = url.protocol === "http:" && rules.allowsHttp === true;
  if (!isHttp && url.protocol !== "https:") throw new ForbiddenUrlError(`only https is fetched, not ${url.protocol}`);
  if (url.username !== "" || url.password !== "") throw new ForbiddenUrlError("a URL with credentials is not fetched");
  if (!rules.ports.includes(getPort(url))) throw new ForbiddenUrlError(`port ${url.port} is not fetched`);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const family = isIP(host);
  const addresses = family === 0 ? await endBySignal(rules.resolve(host, signal), signal) : [{ address: host, family }];
  if (addresses.length === 0) throw new Error(`${host} has no address`);
  for (const { address } of addresses) {
    if (rules.isAllowedAddress(address)) continue;
    throw new PrivateHostError(`${host} is at ${address}, which is not a public address`, `${host} is not public`);
  }
  return { url, addresses };
}

/** Why `checkUrl` refused a URL, for the user who chose it. */
export function explainRefusal(error: unknown): string {
  if (error instanceof ForbiddenUrlError) return error.publicMessage;
  return isTimeout(error) ? "its host could not be looked up in time" : "its host has no address";
}

/** Of the signal, or of DNS. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === "TimeoutError" || ("code" in error && error.code === TIMEOUT));

export const getPort = ({ port, protocol }: URL): number =>
  port === "" ? (protocol === "http:" ? 80 : 443) : Number(port);

/** DNS may never respond. */
async function endBySignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, ended]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
