import { readAskedTransaction } from "../../data/transactions/askedTransaction.ts";
import { explainCall } from "../../data/transactions/explainCall.ts";
import type { Operation } from "../../deps.ts";

/** POST /v1/wallet/explain_tx: calls no node. */
export const postWalletExplainTx: Operation<"postWalletExplainTx"> = async ({ body, reply }, deps) => {
  const { headers, ...asked } = await readAskedTransaction(deps, body);
  return reply(200, await explainCall(deps, asked), headers);
};
