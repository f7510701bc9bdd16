import { chains } from "@portico/evm";
import { parseAddress } from "../../data/address.ts";
import { requireAnySynced, surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { parsePastPoint } from "../../data/past/pastPoint.ts";
import { readOwnerUseAt } from "../../data/past/readOwnerUseAt.ts";
import { toChainResponse } from "../../data/chains/toChainResponse.ts";
import { cacheable } from "../../cacheable.ts";

const EVERY_CHAIN = chains.map(({ slug }) => slug);

/** GET /v1/user/used_chain_list: synced chains that the owner used, in the contract's order. */
export const getUserUsedChainList = cacheable<"getUserUsedChainList">(async ({ query, reply }, deps) => {
  const ownerQuery = { owner: parseAddress(query.id), chains: query.chain_ids ?? EVERY_CHAIN };
  const point = parsePastPoint(query, ownerQuery.chains);
  const { syncStatuses, used } = await readOwnerUseAt(deps, ownerQuery, point);
  const survey = requireAnySynced(surveyChains(ownerQuery.chains, syncStatuses), syncStatuses);
  const bornAt = new Map(used.map((row) => [row.chain, row.bornAt]));
  const list = survey.synced.flatMap(({ chain, since }) => {
    const firstLegAt = bornAt.get(chain.slug);
    if (firstLegAt === undefined) return [];
    const response = toChainResponse(chain, since, deps.chainRpcs.find(chain.slug) !== undefined);
    return [{ ...response, born_at: since > 0n ? null : firstLegAt }]; // before `since` there may be more
  });
  return reply(200, list, chainsHeader(survey));
});
