import { createHash } from "node:crypto";
import { isOperatorRow, listParts } from "@portico/protocols";
import type { Deployed } from "@portico/protocols";

/** Whether this protocol can own any token or pool. */
export const canIdentify = (deployed: Deployed): boolean =>
  identifiesByForm(deployed) || (deployed.signals.tokens ?? []).length > 0;

const identifiesByForm = (deployed: Deployed): boolean =>
  listParts(deployed).some(({ reader }) => reader.identify !== undefined || reader.identifyForks !== undefined);

/** Each round needs them all. */
const versions = new WeakMap<Deployed, string>();

/** Version of an adapter's identification: when it changes, the adapter checks all contracts again. */
export function getIdentifyVersion(deployed: Deployed): string {
  const known = versions.get(deployed);
  if (known !== undefined) return known;
  const { contracts, signals } = deployed;
  const isOperators = listParts(deployed).some(({ row }) => row !== undefined && isOperatorRow(row));
  const basis = [contracts, signals.tokens ?? [], identifiesByForm(deployed), ...(isOperators ? ["operator"] : [])];
  const text = JSON.stringify(basis, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));
  const version = createHash("sha256").update(text).digest("hex").slice(0, 16);
  versions.set(deployed, version);
  return version;
}
