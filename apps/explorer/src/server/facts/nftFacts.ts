import type { Token } from "@portico/contract";
import { type Address, findChain, NATIVE_TOKEN, toAmount } from "@portico/evm";
import { listSales, type Store } from "@portico/store";
import type { NftFacts } from "../../facts.ts";
import type { DataApi } from "../dataApi.ts";
import { readDataApi } from "../readDataApi.ts";

const MAX_SALES = 5;

/** The newest sales of an NFT that are indexed, with what they were paid in. @param contract - In lower case. */
export async function readNftFacts(
  { db, api }: { readonly db: Store; readonly api: DataApi },
  { chain, contract, tokenId }: { readonly chain: string; readonly contract: string; readonly tokenId: bigint },
): Promise<NftFacts | undefined> {
  const known = findChain(chain);
  if (known === undefined) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route has checked its form
  const sales = await listSales(db, chain, { contract: contract as Address, tokenId }, MAX_SALES);
  const paid = [...new Set(sales.map(({ payToken }) => payToken))];
  const answers = await Promise.all(
    paid.map((token) =>
      readDataApi<Token>(api, "/v1/token", { chain_id: chain, id: token === NATIVE_TOKEN ? known.native.id : token }),
    ),
  );
  const tokens = new Map(paid.map((token, index) => [token, answers[index]?.data]));
  return {
    sales: sales.map(({ payToken, rawAmount, txHash, timeAt }) => {
      const { decimals = null, optimized_symbol: symbol = "", price = 0 } = tokens.get(payToken) ?? {};
      const amount = decimals === null ? null : toAmount(rawAmount, decimals);
      return { tx_id: txHash, time_at: timeAt, symbol, amount, usd_value: (amount ?? 0) * price };
    }),
  };
}
