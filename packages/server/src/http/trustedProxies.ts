import { isIP } from "node:net";
import type { Express } from "express";
import proxyAddr from "proxy-addr";

/**
 * PORTICO_TRUSTED_PROXIES: addresses and subnets (CIDR), comma-separated, also `loopback`, `linklocal`, `uniquelocal`.
 * @throws Error if an entry is none of these.
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

/** The library accepts numbers as addresses: `1` would be 0.0.0.1. */
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
 * Sets `req.ip` to the client's address: the peer's, unless the peer is one of `proxies`; then the last address of
 * X-Forwarded-For that isn't a proxy. So no client can claim another address.
 */
export function trustProxies(app: Express, proxies: readonly string[]): void {
  app.set("trust proxy", proxyAddr.compile([...proxies]));
}
