import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { isPublicAddress } from "./publicAddress.ts";
import { resolvePublicly } from "./resolveHost.ts";

/** Which URLs may be fetched. */
export interface UrlRules {
  readonly ports: readonly number[];
  readonly isAllowedAddress: (address: string) => boolean;
  /** Resolves all addresses of a host. */
  readonly resolve: (host: string, signal: AbortSignal) => Promise<LookupAddress[]>;
  /** Whether http: may be fetched too. */
  readonly allowsHttp?: boolean;
}

/** Limits of a fetch. */
export interface FetchRules extends UrlRules {
  /** Including redirects. */
  readonly timeoutMs: number;
  /** Of a response, both as sent and decompressed. */
  readonly maxBytes: number;
  readonly maxRedirects: number;
  /** Additional trusted certificates, PEM. */
  readonly ca: string | undefined;
}

/** For untrusted URLs: https at its default port, public addresses resolved by DNS alone. */
export const PUBLIC_RULES = {
  ports: [443],
  isAllowedAddress: isPublicAddress,
  resolve: resolvePublicly,
  ca: undefined,
} as const satisfies Partial<FetchRules>;

/**
 * For the operator's own URLs, which may name a port: resolved by the operating system, because DNS doesn't know
 * `localhost`.
 */
export const PRIVATE_RULES = {
  allowsHttp: true,
  isAllowedAddress: () => true,
  resolve: (host: string) => lookup(host, { all: true }),
  ca: undefined,
} as const satisfies Partial<FetchRules>;
