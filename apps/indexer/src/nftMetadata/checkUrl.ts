import type { LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { refuse } from "./fetchError.ts";
import type { NftSettings } from "./settings.ts";

/** A URL that may be fetched, and the only addresses that may be dialled for it. */
export interface CheckedUrl {
  url: URL;
  addresses: readonly LookupAddress[];
}

export interface UrlRules extends Pick<NftSettings, "isAllowedAddress" | "ports" | "resolve"> {
  /** Whether http may be fetched too. */
  allowsHttp?: boolean;
}

const MAX_URL = 2_048;

/**
 * Guards against requests that a metadata's author makes us send into our own network (SSRF): only https, only the usual
 * port, no credentials, and every address that the host's name has must be public. The addresses are asked for once, and
 * only these are dialled.
 * @throws FetchError that is permanent when it may not be fetched; whatever the resolver throws.
 */
export async function checkUrl(text: string, settings: UrlRules, signal: AbortSignal): Promise<CheckedUrl> {
  const url = text.length > MAX_URL ? null : URL.parse(text);
  if (url === null) throw refuse("not a URL, or a very long one");
  const isHttp = url.protocol === "http:" && settings.allowsHttp === true;
  if (!isHttp && url.protocol !== "https:") throw refuse(`only https is fetched, not ${url.protocol}`);
  if (url.username !== "" || url.password !== "") throw refuse("a URL with credentials is not fetched");
  if (!settings.ports.includes(getPort(url))) throw refuse(`port ${url.port} is not fetched`);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const family = isIP(host);
  const addresses =
    family === 0 ? await endBySignal(settings.resolve(host, signal), signal) : [{ address: host, family }];
  if (addresses.length === 0) throw new Error(`${host} has no address`);
  for (const { address } of addresses) {
    if (!settings.isAllowedAddress(address))
      throw refuse(`${host} is at ${address}, which is not of the public internet`);
  }
  return { url, addresses };
}

export const getPort = ({ port, protocol }: URL): number =>
  port === "" ? (protocol === "http:" ? 80 : 443) : Number(port);

/** DNS may never answer. */
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
