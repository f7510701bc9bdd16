import { createHash } from "node:crypto";
import type { Deployed } from "@portico/protocols";

/** Whether this protocol can own any token or pool. */
export const canIdentify = ({ adapter, signals }: Deployed): boolean =>
  adapter.identify !== undefined || (signals.tokens ?? []).length > 0;

/** Version of an adapter's identification: when it changes, the adapter checks all contracts again. */
export function getIdentifyVersion({ contracts, signals, adapter }: Deployed): string {
  const basis = [contracts, signals.tokens ?? [], adapter.identify !== undefined];
  const text = JSON.stringify(basis, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
