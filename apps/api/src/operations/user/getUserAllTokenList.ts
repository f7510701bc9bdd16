import { parseAddress } from "../../data/address.ts";
import { requireAnySynced, surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { parsePastPoint } from "../../data/past/pastPoint.ts";
import { readOwnerAt } from "../../data/past/readOwnerAt.ts";
import { listHoldings, toHoldingsResponse } from "../../data/portfolio/holdings.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /v1/user/all_token_list: most valuable first, over all chains. */
export const getUserAllTokenList = cacheable<"getUserAllTokenList">(async ({ query, reply }, deps) => {
  const ownerQuery = { owner: parseAddress(query.id), chains: query.chain_ids };
  const read = await readOwnerAt(deps, ownerQuery, parsePastPoint(query, query.chain_ids));
  const survey = requireAnySynced(surveyChains(query.chain_ids, read.syncStatuses), read.syncStatuses);
  const perChain = await Promise.all(survey.synced.map((synced) => listHoldings(read.tokens, synced, read)));
  return reply(200, toHoldingsResponse(perChain.flat(), query.is_all), chainsHeader(survey));
});
