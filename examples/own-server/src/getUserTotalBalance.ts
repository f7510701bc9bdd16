import type { Operation } from "./operation.ts";
import { readAddress } from "./readAddress.ts";
import { usdValueOf } from "./toUserToken.ts";

/** GET /v1/user/total_balance */
export const getUserTotalBalance: Operation<"getUserTotalBalance"> = async ({ query, reply }, { ledger }) => {
  const holdings = await ledger.listHoldings(readAddress(query.id));
  return reply(200, {
    total_usd_value: holdings.reduce((sum, holding) => sum + usdValueOf(holding), 0),
    chain_list: [],
  });
};
