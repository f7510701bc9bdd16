import type { Address } from "@portico/evm";
import type { Amount, Position, PositionDetail } from "@portico/protocols";

/** Assets and debts of a position: assets count for the owner, debts against. */
export interface PositionParts {
  readonly assets: readonly Amount[];
  readonly debts: readonly Amount[];
}

const NO_PARTS: PositionParts = { assets: [], debts: [] };

/** A prediction is worth its payout times its price: it has no parts. */
export function listParts(detail: PositionDetail): PositionParts {
  switch (detail.type) {
    case "common":
    case "lending":
    case "leveraged_farming":
      return { assets: [...detail.supplies, ...(detail.rewards ?? [])], debts: detail.borrows ?? [] };
    case "locked":
      return { assets: [...detail.supplies, ...(detail.rewards ?? [])], debts: [] };
    case "nft_common":
      return { assets: [...(detail.supplies ?? []), ...(detail.rewards ?? [])], debts: [] };
    case "perpetuals":
      return { assets: [detail.pays], debts: [] };
    case "vesting":
      return { assets: [detail.token], debts: [] };
    case "reward":
      return { assets: detail.rewards, debts: [] };
    case "prediction":
    default:
      return NO_PARTS;
  }
}

export const sumUsd = (amounts: readonly Amount[], usdOf: (amount: Amount) => number): number =>
  amounts.reduce((sum, amount) => sum + usdOf(amount), 0);

/**
 * Whether a position in a market that its protocol has not admitted has debts worth more than its assets: its makers can
 * report any, and nobody can be made to pay them. It counts nothing, neither for its owner nor against.
 */
export function isOverdrawn(
  { isUnlisted, detail }: Pick<Position, "detail" | "isUnlisted">,
  usdOf: (amount: Amount) => number,
): boolean {
  if (isUnlisted !== true) return false;
  const { assets, debts } = listParts(detail);
  return sumUsd(debts, usdOf) > sumUsd(assets, usdOf);
}

/** All tokens that a position names. */
export function listPositionTokens({ detail }: Position): Address[] {
  const { assets, debts } = listParts(detail);
  const named = listNamed(detail);
  return [...new Set([...[...assets, ...debts].map(({ token }) => token), ...named])];
}

/** Tokens that are not parts of its worth. */
function listNamed(detail: PositionDetail): Address[] {
  if (detail.type === "prediction") return [detail.pays.token];
  return detail.type === "perpetuals" ? [detail.size.token, detail.quote, detail.margin.token] : [];
}

/** Base units per token over all positions, less debts; in the order of first occurrence. */
export function sumParts(positions: readonly Pick<Position, "detail">[]): Map<Address, bigint> {
  const sums = new Map<Address, bigint>();
  for (const { detail } of positions) {
    const { assets, debts } = listParts(detail);
    for (const { token, rawAmount } of assets) sums.set(token, (sums.get(token) ?? 0n) + rawAmount);
    for (const { token, rawAmount } of debts) sums.set(token, (sums.get(token) ?? 0n) - rawAmount);
  }
  return sums;
}
