import type { UserNft } from "@portico/contract";
import type { Chain } from "@portico/evm";
import type { NftDetails } from "@portico/store";
import { nftId } from "@portico/wallet";

type NftItem = Omit<UserNft, "amount" | "pay_token" | "usd_price">;

/**
 * An NFT in a response, independent of owner and worth. Its texts are its author's.
 * @param lowestSale - Of its collection; undefined if the response has none.
 */
export function nftItem(chain: Chain, nft: NftDetails, lowestSale?: number | null): NftItem {
  const { contract, tokenId, isErc1155, metadata, collection } = nft;
  const toCollectionResponse = collection && nftCollection(chain, nft, lowestSale);
  return {
    id: nftId(chain.slug, nft),
    contract_id: contract,
    inner_id: tokenId.toString(),
    chain: chain.slug,
    name: metadata?.name ?? "",
    description: metadata?.description ?? "",
    content_type: metadata?.contentType ?? "",
    content: metadata?.content ?? "",
    detail_url: nftDetailUrl(chain, nft),
    contract_name: collection?.name ?? "",
    is_erc1155: isErc1155,
    is_erc721: !isErc1155,
    collection_id: toCollectionResponse?.id ?? "",
    attributes: metadata?.attributes ?? [],
    protocol: null,
    thumbnail_url: metadata?.thumbnailUrl ?? "",
    total_supply: null,
    collection: toCollectionResponse ?? null,
  };
}

/**
 * An NFT's contract as a collection; only its id while there is no metadata.
 * @param lowestSale - In USD, null if unknown; undefined if the response has none.
 */
export function nftCollection(
  chain: Chain,
  { contract, collection }: Pick<NftDetails, "collection" | "contract">,
  lowestSale?: number | null,
): NonNullable<UserNft["collection"]> {
  return {
    id: `${chain.slug}:${contract}`,
    chain: chain.slug,
    name: collection?.name ?? "",
    logo_url: collection?.logoUrl ?? null,
    is_core: collection?.isCore ?? false,
    is_verified: collection?.isVerified ?? false,
    is_scam: null,
    is_suspicious: null,
    floor_price: null,
    credit_score: null,
    ...(lowestSale !== undefined && { lowest_sale_price: lowestSale }),
  };
}

/**
 * The explorer's page of an NFT; empty if the chain has no explorer. Blockscout has a page for each;
 * others, like Etherscan, show it on the page of its contract.
 */
export function nftDetailUrl(
  { explorerUrl }: Pick<Chain, "explorerUrl">,
  { contract, tokenId }: Pick<NftDetails, "contract" | "tokenId">,
): string {
  if (explorerUrl === null) return "";
  const page = `${explorerUrl}/token/${contract}`;
  return explorerUrl.includes("blockscout") ? `${page}/instance/${tokenId}` : `${page}?a=${tokenId}`;
}
