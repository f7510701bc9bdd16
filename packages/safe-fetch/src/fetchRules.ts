import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { isPublicAddress } from "./publicAddress.ts";
import { resolvePublicly } from "./resolveHost.ts";

/** Which URLs may be asked. */
export interface UrlRules {
  readonly ports: readonly number[];
  readonly isAllowedAddress: (address: string) => boolean;
  /** Every address of a host. */
  readonly resolve: (host: string, signal: AbortSignal) => Promise<LookupAddress[]>;
  /** Whether http may be fetched too. */
  readonly allowsHttp?: boolean;
}

/** How far a fetch may go. */
export interface FetchRules extends UrlRules {
  /** Redirects and all. */
  readonly timeoutMs: number;
  /** Of an answer, as sent and as unpacked. */
  readonly maxBytes: number;
  readonly maxRedirects: number;
  /** Certificates to trust beside the usual ones, PEM. */
  readonly ca: string | undefined;
}

/** For URLs of strangers: https at its port, public addresses by DNS alone. */
export const PUBLIC_RULES = {
  ports: [443],
  isAllowedAddress: isPublicAddress,
  resolve: resolvePublicly,
  ca: undefined,
} as const satisfies Partial<FetchRules>;

/** For a URL of the operator's own, of which the port is set beside: by the system's own ways, since DNS knows nothing of `localhost`. */
export const PRIVATE_RULES = {
  allowsHttp: true,
  isAllowedAddress: () => true,
  resolve: (host: string) => lookup(host, { all: true }),
  ca: undefined,
} as const satisfies Partial<FetchRules>;
