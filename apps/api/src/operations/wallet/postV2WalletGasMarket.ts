import { readGasPrices } from "../../data/chains/readGasPrices.ts";
import type { Operation } from "../../deps.ts";

/** POST /v2/wallet/gas_market: like GET /v1/wallet/gas_market. */
export const postV2WalletGasMarket: Operation<"postV2WalletGasMarket"> = async ({ body, reply }, deps) => {
  const { prices, headers } = await readGasPrices(deps, body.chain_id, BigInt(Math.floor(body.custom_price ?? 0)));
  return reply(200, prices, headers);
};
