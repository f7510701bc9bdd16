import type { TxNft } from "@portico/contract";
import type { BalanceChanges, Chain } from "@portico/evm";
import { listNftDetails, type NftId, type Store } from "@portico/store";
import { txNft } from "../transactions/txNft.ts";

export interface ChangedNfts {
  readonly sent: TxNft[];
  readonly received: TxNft[];
}

/** NFTs that an owner gives and receives, with the store's metadata. */
export async function listChangedNfts(db: Store, chain: Chain, changes: BalanceChanges["nfts"]): Promise<ChangedNfts> {
  const metadata = await listNftDetails(
    db,
    changes.map(({ contract, tokenId }) => ({ chain: chain.slug, contract, tokenId })),
  );
  const known = new Map(metadata.map((nft) => [keyOf(nft), nft]));
  const listOf = (sign: 1n | -1n): TxNft[] =>
    changes.flatMap((change) => {
      const rawAmount = change.rawAmount * sign;
      return rawAmount > 0n ? [txNft(chain, { ...change, rawAmount }, known.get(keyOf(change)))] : [];
    });
  return { sent: listOf(-1n), received: listOf(1n) };
}

const keyOf = ({ contract, tokenId }: NftId): string => `${contract} ${tokenId}`;
