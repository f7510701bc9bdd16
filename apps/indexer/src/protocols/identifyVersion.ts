import { createHash } from "node:crypto";
import type { Deployed } from "@portico/protocols";

/** Whether any token or pool can be this protocol's. */
export const canIdentify = ({ adapter, signals }: Deployed): boolean =>
  adapter.identify !== undefined || (signals.tokens ?? []).length > 0;

/** What an adapter's word of contracts rests on: another one means that it looks at all of them again. */
export function getIdentifyVersion({ contracts, signals, adapter }: Deployed): string {
  const basis = [contracts, signals.tokens ?? [], adapter.identify !== undefined];
  const text = JSON.stringify(basis, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
