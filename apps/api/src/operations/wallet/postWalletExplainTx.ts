import { readRequestedTransaction } from "../../data/transactions/requestedTransaction.ts";
import { explainCall } from "../../data/transactions/explainCall.ts";
import type { Operation } from "../../deps.ts";

/** POST /v1/wallet/explain_tx: calls no node. */
export const postWalletExplainTx: Operation<"postWalletExplainTx"> = async ({ body, reply }, deps) => {
  const { headers, ...requested } = await readRequestedTransaction(deps, body);
  return reply(200, await explainCall(deps, requested), headers);
};
