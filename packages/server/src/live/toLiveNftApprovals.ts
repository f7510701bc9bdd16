import type { NftContract, NftToken, UserNFTAuthorized } from "@portico/contract";
import type { UserNFTAuthorized as LiveApprovals } from "@portico/contract/live";

/** Approvals of NFTs, with an entry for each spender. */
export function toLiveNftApprovals([approvals]: UserNFTAuthorized[]): LiveApprovals {
  if (approvals === undefined) throw new TypeError("Approvals of NFTs must be exactly one");
  const { tokens, contracts } = approvals;
  return {
    ...approvals,
    tokens: tokens.flatMap(perSpender),
    contracts: contracts.flatMap(perSpender),
  };
}

const perSpender = <T extends NftContract | NftToken>(approved: T) =>
  approved.spenders.map((spender) => ({ ...approved, spender, spenders: [spender] }));
