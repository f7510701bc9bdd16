import type { Address } from "@portico/evm";

/**
 * A transfer or approval recorded by the chain: a log, a trace, a stored leg. The zero address means
 * minted or burnt.
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
  /** The new allowance; 0: revoked. */
  | { kind: "approval"; token: Address; owner: Address; spender: Address; rawAmount: bigint; isPermit2: boolean }
  | { kind: "nft_approval"; contract: Address; tokenId: bigint; owner: Address; spender: Address }
  | { kind: "collection_approval"; contract: Address; owner: Address; spender: Address; isApproved: boolean };
