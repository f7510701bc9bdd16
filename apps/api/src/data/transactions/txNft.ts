import type { TxNft } from "@portico/contract";
import { toAmount, type Chain } from "@portico/evm";
import type { NftFacts } from "@portico/store";
import type { NftAmount } from "@portico/transactions";
import { nftId } from "../nftItem.ts";

/**
 * An NFT with how many of it a transaction moves or approves. Its texts are its author's.
 * @param known - undefined when nothing is.
 */
export function txNft({ id: chain }: Chain, nft: NftAmount, known: NftFacts | undefined): TxNft {
  const { contract, tokenId, rawAmount, isErc1155 } = nft;
  const metadata = tokenId === undefined ? undefined : known?.metadata;
  return {
    id: tokenId === undefined ? "" : nftId(chain, { contract, tokenId }),
    chain,
    contract_id: contract,
    inner_id: tokenId?.toString() ?? "",
    name: metadata?.name ?? "",
    content_type: metadata?.contentType ?? "",
    content: metadata?.content ?? "",
    contract_name: known?.collection?.name ?? "",
    is_erc721: !isErc1155,
    is_erc1155: isErc1155,
    amount: toAmount(rawAmount, 0),
  };
}
