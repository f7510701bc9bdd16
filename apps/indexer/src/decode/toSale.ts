import type { Address } from "@portico/evm";
import { encodePosition } from "@portico/store";
import type { Leg, NftSale } from "@portico/store";

/** What was paid for a number of one NFT. */
export interface Payment {
  payToken: Address;
  rawAmount: bigint;
  count: bigint;
}

/**
 * The sale of one NFT.
 * @param leg - The buyer's receipt.
 * @returns undefined if the amount for each is not whole.
 */
export function toSale(leg: Leg, { payToken, rawAmount, count }: Payment): NftSale | undefined {
  if (count <= 0n || rawAmount <= 0n || rawAmount % count !== 0n) return undefined;
  const { token: contract, tokenId = 0n, blockNumber, txHash, timeAt } = leg;
  const location = { blockNumber, position: encodePosition(leg), txHash, timeAt };
  return { contract, tokenId, ...location, payToken, rawAmount: rawAmount / count };
}
