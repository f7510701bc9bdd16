import { hash } from "node:crypto";
import type { OwnerFacts } from "@portico/protocols";

/** How readings are written. Raise it whenever a position gets another shape: what is stored in the old one is read anew. */
const FORMAT = 1;

const HASH_LENGTH = 16;

/**
 * A short text that stands for what the index knows of an owner in a protocol, and for the shape of what is stored: another
 * one when the index knows more, or less.
 */
export function factsOf({ receipts, nfts, touches, touchesFrom }: Omit<OwnerFacts, "owner">): string {
  const parts = [
    receipts.toSorted(),
    [...nfts].flatMap(([contract, ids]) => ids.map((id) => `${contract} ${id}`)).toSorted(),
    touches.map(({ contract, key }) => `${contract} ${key}`).toSorted(),
    String(touchesFrom),
  ];
  return `${FORMAT}.${hash("sha256", JSON.stringify(parts), "base64url").slice(0, HASH_LENGTH)}`;
}

const ENDING = new RegExp(`,"facts":"${FORMAT}\\.[\\w-]{${HASH_LENGTH}}"\\}$`);

/** Whether a stored text has the shape of today, whatever facts it was read by. Nobody's else can be understood. */
export const isOfFormat = (text: string): boolean => ENDING.test(text.slice(-64));
