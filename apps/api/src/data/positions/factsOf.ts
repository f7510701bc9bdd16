import { hash } from "node:crypto";
import type { OwnerFacts } from "@portico/protocols";

/** A short text that stands for what the index knows of an owner in a protocol: another one when that is more, or less. */
export function factsOf({ receipts, nfts, touches, touchesFrom }: Omit<OwnerFacts, "owner">): string {
  const parts = [
    receipts.toSorted(),
    [...nfts].flatMap(([contract, ids]) => ids.map((id) => `${contract} ${id}`)).toSorted(),
    touches.map(({ contract, key }) => `${contract} ${key}`).toSorted(),
    String(touchesFrom),
  ];
  return hash("sha256", JSON.stringify(parts), "base64url").slice(0, 16);
}
