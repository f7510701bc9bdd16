import type { Address } from "@portico/evm";

/**
 * Something that changed hands, by the chain's own account: a log, a trace, a stored leg. The zero address stands for nobody:
 * minted, burnt.
 */
export type Movement =
  | { kind: "token"; token: Address; from: Address; to: Address; rawAmount: bigint }
  | {
      kind: "nft";
      contract: Address;
      tokenId: bigint;
      isErc1155: boolean;
      from: Address;
      to: Address;
      rawAmount: bigint;
    }
  /** From now on this much; 0 when nothing any more. */
  | { kind: "approval"; token: Address; owner: Address; spender: Address; rawAmount: bigint; isPermit2: boolean }
  | { kind: "nft_approval"; contract: Address; tokenId: bigint; owner: Address; spender: Address }
  | { kind: "collection_approval"; contract: Address; owner: Address; spender: Address; isApproved: boolean };
