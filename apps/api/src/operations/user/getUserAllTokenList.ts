import { readOwner } from "@portico/store";
import { parseAddress } from "../../data/address.ts";
import { requireAnySynced, surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { listHoldings, toHoldingsResponse } from "../../data/portfolio/holdings.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /v1/user/all_token_list: most valuable first, over all chains. */
export const getUserAllTokenList = cacheable<"getUserAllTokenList">(
  async ({ query, reply }, { db, tokens, initialScans }) => {
    const ownerQuery = { owner: parseAddress(query.id), chains: query.chain_ids };
    const read = await initialScans.afterInitialScan(ownerQuery, () => readOwner(db, ownerQuery));
    const survey = requireAnySynced(surveyChains(query.chain_ids, read.syncStatuses), read.syncStatuses);
    const perChain = await Promise.all(survey.synced.map((synced) => listHoldings(tokens, synced, read)));
    return reply(200, toHoldingsResponse(perChain.flat(), query.is_all), chainsHeader(survey));
  },
);
