import { chains as everyChain } from "@portico/evm";
import { parseAddress } from "../../data/address.ts";
import { requireAnySynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { parsePastPoint } from "../../data/past/pastPoint.ts";
import { errProtocolIds, readUserPortfolio } from "../../data/portfolio/portfolio.ts";
import { toChainResponse } from "../../data/chains/toChainResponse.ts";
import { cacheable } from "../../cacheable.ts";

const EVERY_CHAIN = everyChain.map(({ slug }) => slug);

/** GET /v1/user/total_balance: the sum of chain_balance over the synced chains; the others are named. */
export const getUserTotalBalance = cacheable<"getUserTotalBalance">(async ({ query, reply }, deps) => {
  const ownerQuery = { owner: parseAddress(query.id), chains: query.chain_ids ?? EVERY_CHAIN };
  const point = parsePastPoint(query, ownerQuery.chains);
  const { survey, syncStatuses, chains } = await readUserPortfolio(deps, { ...ownerQuery, point });
  const chainList = chains.map(({ synced, netUsd }) => ({
    ...toChainResponse(synced.chain, synced.since, deps.chainRpcs.find(synced.chain.slug) !== undefined),
    usd_value: netUsd,
  }));
  const missing = [...survey.syncing, ...survey.unread];
  const body = {
    total_usd_value: chainList.reduce((sum, { usd_value }) => sum + usd_value, 0),
    chain_list: chainList,
    ...(missing.length > 0 && { err_chain_ids: missing.map(({ slug }) => slug) }),
    ...errProtocolIds(chains),
  };
  return reply(200, body, chainsHeader(requireAnySynced(survey, syncStatuses), chains));
});
