import { readOwner } from "@portico/store";
import { parseAddress } from "../../data/address.ts";
import { requireAnySynced, surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { listHoldings, wireHoldings } from "../../data/portfolio/holdings.ts";
import { keepable } from "../../keepable.ts";

/** GET /v1/user/all_token_list: most valuable first, over all chains. */
export const getUserAllTokenList = keepable<"getUserAllTokenList">(async ({ query, reply }, { db, tokens, sights }) => {
  const asked = { owner: parseAddress(query.id), chains: query.chain_ids };
  const read = await sights.whenSighted(asked, () => readOwner(db, asked));
  const survey = requireAnySynced(surveyChains(query.chain_ids, read.reaches), read.reaches);
  const perChain = await Promise.all(survey.synced.map((synced) => listHoldings(tokens, synced, read)));
  return reply(200, wireHoldings(perChain.flat(), query.is_all), chainsHeader(survey));
});
