import { toChainStatusResponse } from "@portico/server";
import { listChainStates, listChainStatus } from "@portico/store";
import { surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import type { Operation } from "../../deps.ts";

/** GET /v1/chain/status */
export const getChainStatus: Operation<"getChainStatus"> = async ({ query, reply }, { db }) => {
  const [states, statuses] = await Promise.all([listChainStates(db), listChainStatus(db)]);
  const survey = surveyChains(query.chain_ids, states);
  const byChain = new Map(statuses.map((status) => [status.chain, status]));
  const list = query.chain_ids.flatMap((id) => {
    const status = byChain.get(id);
    return status === undefined ? [] : [toChainStatusResponse(status)];
  });
  return reply(200, list, chainsHeader(survey));
};
