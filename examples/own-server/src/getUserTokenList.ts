import type { Operation } from "./operation.ts";
import { AnsweredError } from "./problem.ts";
import { readAddress } from "./readAddress.ts";
import { toUserToken } from "./toUserToken.ts";

/** GET /v1/user/token_list */
export const getUserTokenList: Operation<"getUserTokenList"> = async ({ query, reply }, { ledger }) => {
  if (query.chain_id !== "eth")
    throw new AnsweredError(400, "invalid_chain", `chain_id '${query.chain_id}' is not eth`);
  const holdings = await ledger.listHoldings(readAddress(query.id));
  return reply(
    200,
    holdings.map(toUserToken).toSorted((a, b) => (b.usd_value ?? 0) - (a.usd_value ?? 0)),
  );
};
