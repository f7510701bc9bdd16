import { isIP } from "node:net";
import type { Express } from "express";
import proxyAddr from "proxy-addr";

/**
 * PORTICO_TRUSTED_PROXIES: addresses and subnets (CIDR), separated by commas, also `loopback`, `linklocal`, `uniquelocal`.
 * @throws Error when an entry is none of these.
 */
export function readTrustedProxies(env: NodeJS.ProcessEnv): string[] {
  const entries = (env["PORTICO_TRUSTED_PROXIES"] ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  if (entries.every(isNetwork)) return entries;
  throw new Error("PORTICO_TRUSTED_PROXIES must be addresses or subnets like 10.0.0.0/8, separated by commas");
}

const NAMES = new Set(["loopback", "linklocal", "uniquelocal"]);

/** The library takes numbers for addresses, too: `1` would be 0.0.0.1. */
function isNetwork(entry: string): boolean {
  if (NAMES.has(entry)) return true;
  if (isIP(entry.split("/", 1)[0] ?? "") === 0) return false;
  try {
    proxyAddr.compile(entry);
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes `req.ip` of an app the address that asked: the peer's, whatever X-Forwarded-For says; only when the peer is one of
 * `proxies`, the last address in that header that isn't. So nobody else can claim to be another.
 */
export function trustProxies(app: Express, proxies: readonly string[]): void {
  app.set("trust proxy", proxyAddr.compile([...proxies]));
}
