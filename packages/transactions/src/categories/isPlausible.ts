import { NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Category } from "../category.ts";
import type { Movement } from "../movement.ts";
import { listOwnTransfers, type NetAsset, sumTransfers } from "./netChange.ts";

/** Categories in which the owner gives something, and those in which it gets something. */
const GIVES = new Set<Category>(["add_liquidity", "deposit", "lock", "repay", "stake", "supply"]);
const GETS = new Set<Category>(["borrow", "claim", "remove_liquidity", "unlock", "unstake", "withdraw"]);

/**
 * Whether what moved agrees with what calldata asks for: other contracts have the same selectors. Movements of the
 * native coin may be unknown, so only the opposite of what is asked for disagrees.
 */
export function isPlausible(category: Category | "", owner: Address, movements: readonly Movement[]): boolean {
  const { gains, losses } = sumTransfers(owner, listOwnTransfers(owner, movements));
  if (gains.length + losses.length === 0) return true;
  if (category === "cancel") return false; // a rollup's deposits look so
  if (category !== "" && GIVES.has(category))
    return losses.length > 0 ? !isNftMint(gains, category) : gains.every(isShare);
  if (category !== "" && GETS.has(category)) return gains.length > 0 || losses.every(isShare);
  return true;
}

/** Minted or burnt: the receipt of a deposit or a debt. */
const isShare = ({ isFromZero, isNft }: NetAsset): boolean => isFromZero && !isNft;

/** A function of one name mints shares, and NFTs elsewhere. */
const isNftMint = (gains: readonly NetAsset[], category: Category): boolean =>
  category === "supply" &&
  gains.some(({ isNft }) => isNft) &&
  gains.every(({ id, isNft }) => isNft || id === NATIVE_TOKEN);
