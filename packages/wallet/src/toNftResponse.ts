import { hash } from "node:crypto";
import type { TxNft } from "@portico/contract";
import { toAmount } from "@portico/evm";
import type { NftAmount } from "@portico/transactions";

/** The author's texts about an NFT; each may be unknown. */
export type NftTexts = Partial<
  Record<"content" | "content_type" | "contract_name" | "name", string | null | undefined>
>;

/** An NFT with the amount that a transaction moves or approves. */
export function toNftResponse(
  chain: string,
  { contract, tokenId, rawAmount, isErc1155 }: NftAmount,
  texts: NftTexts,
): TxNft {
  return {
    id: tokenId === undefined ? "" : nftId(chain, { contract, tokenId }),
    chain,
    contract_id: contract,
    inner_id: tokenId?.toString() ?? "",
    name: texts.name ?? "",
    content_type: texts.content_type ?? "",
    content: texts.content ?? "",
    contract_name: texts.contract_name ?? "",
    is_erc721: !isErc1155,
    is_erc1155: isErc1155,
    amount: toAmount(rawAmount, 0),
  };
}

/** Stable id of an NFT: 32 hex digits. */
export const nftId = (chain: string, { contract, tokenId }: { contract: string; tokenId: bigint }): string =>
  hash("sha256", `${chain}:${contract}:${tokenId}`).slice(0, 32);
