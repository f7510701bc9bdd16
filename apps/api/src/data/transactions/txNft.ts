import type { TxNft } from "@portico/contract";
import type { Chain } from "@portico/evm";
import type { NftDetails } from "@portico/store";
import type { NftAmount } from "@portico/transactions";
import { toNftResponse } from "@portico/wallet";

/**
 * An NFT with the amount that a transaction moves or approves. Its texts are its author's.
 * @param known - undefined without metadata.
 */
export function txNft({ slug: chain }: Chain, nft: NftAmount, known: NftDetails | undefined): TxNft {
  const metadata = nft.tokenId === undefined ? undefined : known?.metadata;
  return toNftResponse(chain, nft, {
    name: metadata?.name,
    content_type: metadata?.contentType,
    content: metadata?.content,
    contract_name: known?.collection?.name,
  });
}
