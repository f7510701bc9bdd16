import { unwrap } from "@portico/client";
import type { UserNft } from "@portico/client";
import { zeroAddress } from "viem";
import type { Sale } from "./chainHistory.ts";
import { type ChainTruth, toWhole } from "./chainTruth.ts";
import { type Comparison, createCollector } from "./comparison.ts";
import { listOwners } from "./listOwners.ts";
import { readNfts } from "./nftTruth.ts";
import type { RunningService } from "./runService.ts";

const NATIVE_DECIMALS = 18;

/** The NFTs of all owners: amounts, standards, and the last sale of each. */
export async function compareNfts(
  { devnet, client }: RunningService,
  truths: ReadonlyMap<string, ChainTruth>,
): Promise<Comparison> {
  const collector = createCollector();
  for (const [chain, truth] of truths) {
    const owners = listOwners(devnet, truth);
    const holdings = await readNfts(truth, owners);
    for (const id of owners) {
      const list = await unwrap(client.GET("/v1/user/nft_list", { params: { query: { id, chain_id: chain } } }));
      const ours = new Map(list.map((nft) => [`${nft.contract_id} ${nft.inner_id}`, describe(nft)]));
      const theirs = new Map(
        [...(holdings.get(id) ?? [])].map(([key, { amount, isErc1155 }]) => {
          const sale = describeSale(chain, truth, truth.history.sales.get(key));
          return [key, { amount: Number(amount), is_erc1155: isErc1155, is_erc721: !isErc1155, sale }];
        }),
      );
      collector.compareMaps(`${chain} ${id}`, ours, theirs);
    }
  }
  return collector.finish();
}

const describe = ({ amount, is_erc1155, is_erc721, pay_token }: UserNft) => ({
  amount,
  is_erc1155,
  is_erc721,
  sale: pay_token === null ? null : { id: pay_token.id, amount: pay_token.amount },
});

function describeSale(chain: string, truth: ChainTruth, sale: Sale | undefined): { id: string; amount: number } | null {
  if (sale === undefined) return null;
  const { payToken, rawAmount } = sale;
  if (payToken === zeroAddress) return { id: chain, amount: toWhole(rawAmount, NATIVE_DECIMALS) };
  return { id: payToken, amount: toWhole(rawAmount, truth.decimalsOf(payToken)) };
}
