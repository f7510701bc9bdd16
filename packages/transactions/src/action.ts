import type { Address } from "@portico/evm";
import type { Category } from "./category.ts";

/** Base units of a token of the transaction's chain; NATIVE_TOKEN is the native coin. */
export interface TokenAmount {
  token: Address;
  rawAmount: bigint;
}

/** NFTs of one id. `tokenId` undefined: it does not exist yet, or the calldata does not name it. */
export interface NftAmount {
  contract: Address;
  tokenId: bigint | undefined;
  /** 1 for ERC-721. */
  rawAmount: bigint;
  isErc1155: boolean;
}

/** An effect of a transaction. Amounts in calldata are limits: maximum sent, minimum received. */
export type Action =
  | { type: "send_token"; from: Address; to: Address; amount: TokenAmount }
  | { type: "send_nft"; from: Address; to: Address; nft: NftAmount }
  /** Sets the allowance; 0 revokes. @param isPermit2 - Within Permit2, instead of the token's own. */
  | { type: "approve_token"; owner: Address; spender: Address; amount: TokenAmount; isPermit2?: boolean }
  | { type: "approve_nft"; owner: Address; spender: Address; nft: NftAmount; isApproved: boolean }
  | { type: "approve_collection"; owner: Address; spender: Address; contract: Address; isApproved: boolean }
  | { type: "cancel"; from: Address }
  /** @param rawValue - Wei sent to the new contract, if any. */
  | { type: "deploy"; from: Address; rawValue?: bigint }
  /** More than the above, or not understood (category ""). */
  | {
      type: "call";
      from: Address;
      to: Address;
      category: Category | "";
      sends: TokenAmount[];
      receives: TokenAmount[];
    };
