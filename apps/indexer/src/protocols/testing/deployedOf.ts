import type { Adapter, Deployed } from "@portico/protocols";

/** A test's own protocol on eth, with optional overrides. */
export function deployedOf(id: string, adapter: Partial<Adapter>, given: Partial<Deployed> = {}): Deployed {
  const fields = { id, name: id, siteUrl: "https://example.com", category: "vault", deployments: {} } as const;
  const addresses: Deployed["addresses"] = new Set();
  return { id, chain: "eth", adapter: { ...fields, ...adapter }, contracts: {}, signals: {}, addresses, ...given };
}
