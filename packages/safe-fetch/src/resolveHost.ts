import { Resolver } from "node:dns/promises";
import type { LookupAddress } from "node:dns";

/**
 * Resolves all addresses of a host by DNS alone. `lookup` would block one of the process's few threads for as long as a
 * hostile name server takes.
 * @throws if the host has no address, or the signal aborts the wait.
 */
export async function resolvePublicly(host: string, signal: AbortSignal): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const onAbort = (): void => resolver.cancel();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [
      ...(ipv4.status === "fulfilled" ? ipv4.value.map((address) => ({ address, family: 4 })) : []),
      ...(ipv6.status === "fulfilled" ? ipv6.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (found.length === 0 && ipv4.status === "rejected") throw ipv4.reason;
    return found;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
