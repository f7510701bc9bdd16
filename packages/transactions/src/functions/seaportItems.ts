import type { Address } from "@portico/evm";
import type { NftAmount, TokenAmount } from "../action.ts";
import { amountOf } from "./protocolRow.ts";

/**
 * An item of an order's offer or consideration. Its amount moves from the first to the second while the order lasts.
 */
export interface OrderItem {
  itemType: number;
  token: Address;
  identifierOrCriteria: bigint;
  startAmount: bigint;
  endAmount: bigint;
  recipient?: Address;
}

/**
 * @see ItemType of seaport: native coin, ERC-20, ERC-721, ERC-1155, and any NFT of the latter two that meets a
 * criterion
 */
const ERC20 = 1;
const ERC1155 = 3;
const WITH_CRITERIA = 4;
const ERC1155_WITH_CRITERIA = 5;

/** @param toFilled - The filled fraction of an amount. */
export const sumTokens = (
  items: readonly OrderItem[],
  toFilled: (rawAmount: bigint) => bigint,
  limit: "least" | "most",
): TokenAmount[] =>
  items
    .filter(({ itemType }) => itemType <= ERC20)
    .flatMap(({ token, startAmount, endAmount }) => {
      const isStart = limit === "most" ? startAmount > endAmount : startAmount < endAmount;
      return amountOf(token, toFilled(isStart ? startAmount : endAmount));
    });

export const listNfts = (items: readonly OrderItem[]): (NftAmount & { recipient?: Address })[] =>
  items
    .filter(({ itemType }) => itemType > ERC20)
    .map(({ itemType, token, identifierOrCriteria, startAmount, endAmount, recipient }) => ({
      contract: token,
      tokenId: itemType >= WITH_CRITERIA ? undefined : identifierOrCriteria,
      rawAmount: startAmount > endAmount ? startAmount : endAmount,
      isErc1155: itemType === ERC1155 || itemType === ERC1155_WITH_CRITERIA,
      ...(recipient && { recipient }),
    }));
