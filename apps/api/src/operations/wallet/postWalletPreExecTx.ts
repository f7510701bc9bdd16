import { listChainStates } from "@portico/store";
import { surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { readPreExecRequest } from "@portico/wallet";
import { NODE_AWAY } from "../../data/simulation/txError.ts";
import type { Operation } from "../../deps.ts";

/** POST /v1/wallet/pre_exec_tx. Free if `pre_exec.error.code` of the response is 2002: no node was available. */
export const postWalletPreExecTx: Operation<"postWalletPreExecTx"> = async (
  { body, reply, caller },
  { db, simulator },
) => {
  const request = readPreExecRequest(body);
  const [answer, states] = await Promise.all([simulator.run(request), listChainStates(db)]);
  if (answer.pre_exec.error?.code === NODE_AWAY) caller.waive();
  return reply(200, answer, chainsHeader(surveyChains([request.chain.slug], states)));
};
