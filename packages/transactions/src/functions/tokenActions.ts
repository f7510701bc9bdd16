import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Action, TokenAmount } from "../action.ts";
import type { Category } from "../category.ts";
import type { Reading } from "../functionRow.ts";

/** The called contract. */
export const targetOf = ({ call }: Reading): Address => call.to ?? ZERO_ADDRESS;

/** Whether the called contract is an ERC-721, which shares three selectors with ERC-20. */
export const isErc721 = (reading: Reading): boolean => reading.knowledge.findStandard(targetOf(reading)) === "erc721";

export const sendToken = (from: Address, to: Address, token: Address, rawAmount: bigint): Action => ({
  type: "send_token",
  from,
  to,
  amount: { token, rawAmount },
});

export const sendErc721 = (from: Address, to: Address, contract: Address, tokenId: bigint): Action => ({
  type: "send_nft",
  from,
  to,
  nft: { contract, tokenId, rawAmount: 1n, isErc1155: false },
});

export const sendErc1155 = (
  from: Address,
  to: Address,
  contract: Address,
  { tokenId, rawAmount }: { tokenId: bigint; rawAmount: bigint },
): Action => ({ type: "send_nft", from, to, nft: { contract, tokenId, rawAmount, isErc1155: true } });

export const approveToken = (owner: Address, spender: Address, token: Address, rawAmount: bigint): Action => ({
  type: "approve_token",
  owner,
  spender,
  amount: { token, rawAmount },
});

/** The zero address as spender revokes. */
export const approveErc721 = (owner: Address, spender: Address, contract: Address, tokenId: bigint): Action => ({
  type: "approve_nft",
  owner,
  spender,
  nft: { contract, tokenId, rawAmount: 1n, isErc1155: false },
  isApproved: spender !== ZERO_ADDRESS,
});

/** A call with effects besides its category; its value leaves in any case. */
export function callContract(
  reading: Reading,
  category: Category | "",
  { sends = [], receives = [] }: { sends?: TokenAmount[]; receives?: TokenAmount[] } = {},
): Action {
  const { rawValue } = reading.call;
  const value = rawValue > 0n ? [{ token: NATIVE_TOKEN, rawAmount: rawValue }] : [];
  return { type: "call", from: reading.actor, to: targetOf(reading), category, sends: [...value, ...sends], receives };
}
