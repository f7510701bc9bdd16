import { hash } from "node:crypto";
import type { OwnerState } from "@portico/protocols";

/** Version of the stored format. Increase it whenever the shape of a position changes: older records are read again. */
const FORMAT = 1;

const HASH_LENGTH = 16;

/**
 * A short hash of an owner's indexed relation to a protocol, and of the stored format: it changes when
 * the index has more, or less.
 */
export function stateKeyOf({ receipts, nfts, interactions, interactionsFrom }: Omit<OwnerState, "owner">): string {
  const parts = [
    receipts.toSorted(),
    [...nfts].flatMap(([contract, ids]) => ids.map((id) => `${contract} ${id}`)).toSorted(),
    interactions.map(({ contract, key }) => `${contract} ${key}`).toSorted(),
    String(interactionsFrom),
  ];
  return `${FORMAT}.${hash("sha256", JSON.stringify(parts), "base64url").slice(0, HASH_LENGTH)}`;
}

const ENDING = new RegExp(`,"facts":"${FORMAT}\\.[\\w-]{${HASH_LENGTH}}"\\}$`);

/**
 * Whether a stored text has the current format, regardless of the metadata it was read with. Other formats can't be
 * parsed.
 */
export const isOfFormat = (text: string): boolean => ENDING.test(text.slice(-64));
