import { listEarlyNfts, readNftBalances, type Address } from "@portico/evm";
import { readPastNfts, type BlockRef, type NftId, type PastNft } from "@portico/store";
import type { Deps } from "../../deps.ts";
import { readState, unknownState } from "./nodeState.ts";

export interface PastNftsQuery {
  readonly owner: Address;
  readonly chain: string;
  readonly block: BlockRef;
  /** The newest block of balances. */
  readonly head: bigint;
  /** Only these; all if undefined. */
  readonly contracts?: readonly Address[] | undefined;
  /** Only those of verified collections. */
  readonly isVerifiedOnly?: boolean | undefined;
}

/** Never zero. */
export type HeldNft = NftId & Pick<PastNft, "isErc1155" | "isVerified" | "rawAmount">;

/**
 * An owner's NFTs after a past block, by contract and token id: those not transferred since as they are now, others from
 * the node's state of that block, or where the node lacks it from the transfers, if these add up to the current amount.
 * @throws ServiceError block_unavailable if a verified collection's is unknown, upstream_error if the node fails.
 */
export async function listPastNfts(
  { db, chainRpcs }: Pick<Deps, "chainRpcs" | "db">,
  { owner, chain, block, head, contracts, isVerifiedOnly }: PastNftsQuery,
): Promise<HeldNft[]> {
  const { blockNumber } = block;
  const stored = await readPastNfts(db, { owner, chain, blockNumber, contracts, isVerifiedOnly });
  const unsure = stored.filter(({ hasMoved, isClosed }) => hasMoved || !isClosed);
  const rpc = chainRpcs.find(chain)?.rpc;
  const selectors = new Map(listEarlyNfts(chain).map(({ address, ownerOf }) => [address, ownerOf]));
  const keys = unsure.map((nft) => ({ ...nft, owner, ownerOf: selectors.get(nft.contract) }));
  const rawAmounts = rpc && keys.length > 0 ? await readState(chain, readNftBalances(rpc, keys, block)) : null;
  if (rawAmounts === null && unsure.some(({ isVerified, isClosed }) => isVerified && !isClosed)) {
    throw await unknownState(rpc, chain, block, head);
  }
  const read = new Map(unsure.map((nft, index) => [nft, rawAmounts === null ? nft.rawAmount : rawAmounts[index]]));
  return stored.flatMap((nft) => {
    const rawAmount = read.has(nft) ? (read.get(nft) ?? 0n) : nft.rawAmount;
    return rawAmount > 0n ? [{ ...nft, rawAmount }] : [];
  });
}
