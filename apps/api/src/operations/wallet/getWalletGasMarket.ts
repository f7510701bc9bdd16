import { readGasPrices } from "../../data/chains/readGasPrices.ts";
import type { Operation } from "../../deps.ts";

/** GET /v1/wallet/gas_market: at the chain's latest block, which the header names. */
export const getWalletGasMarket: Operation<"getWalletGasMarket"> = async ({ query, reply }, deps) => {
  const [whole = ""] = query.custom_price.split(".");
  const { prices, headers } = await readGasPrices(deps, query.chain_id, BigInt(whole));
  return reply(200, prices, headers);
};
