import { listChainStates } from "@portico/store";
import { surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { readCallActions } from "../../data/transactions/explainCall.ts";
import { readPreExecRequest, summarizeChanges } from "@portico/wallet";
import { NODE_AWAY } from "../../data/simulation/txError.ts";
import type { Operation } from "../../deps.ts";

/** POST /v1/wallet/pre_exec_tx. Free if `pre_exec.error.code` of the response is 2002: no node was available. */
export const postWalletPreExecTx: Operation<"postWalletPreExecTx"> = async ({ body, reply, caller }, deps) => {
  const request = readPreExecRequest(body);
  const { chain, owner, transactions, isDelegateCall: isDelegated } = request;
  const { data: input, ...transaction } = transactions.at(-1)!;
  const call = { ...transaction, input, isDelegated };
  const [answer, states, { actions, summarized }] = await Promise.all([
    deps.simulator.run(request),
    listChainStates(deps.db),
    readCallActions(deps, { chain, call, hasNonce: true }),
  ]);
  if (answer.pre_exec.error?.code === NODE_AWAY) caller.waive();
  const { balance_change: change } = answer;
  const summary = change.success ? summarizeChanges({ change, owner, actions, call: summarized }) : null;
  return reply(200, { ...answer, summary }, chainsHeader(surveyChains([chain.slug], states)));
};
