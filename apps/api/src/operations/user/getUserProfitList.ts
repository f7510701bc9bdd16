import { readMovements } from "@portico/store";
import { parseAddress } from "../../data/address.ts";
import { requireAnySynced, surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { rejectPast } from "../../data/past/pastPoint.ts";
import { listProfits } from "../../data/profit/tokenProfit.ts";
import type { Operation } from "../../deps.ts";

/** GET /v1/user/profit_list: what tokens cost and gained, by one read of the newest movements. */
export const getUserProfitList: Operation<"getUserProfitList"> = async ({ query, reply }, deps) => {
  const { chain_ids: chains, method } = query;
  rejectPast(query);
  const owner = parseAddress(query.id);
  const read = await deps.initialScans.afterInitialScan({ owner, chains }, () =>
    readMovements(deps.db, { owner, chains }),
  );
  const survey = requireAnySynced(surveyChains(chains, read.syncStatuses), read.syncStatuses);
  return reply(200, await listProfits(deps.tokens, survey.synced, read, method), chainsHeader(survey));
};
