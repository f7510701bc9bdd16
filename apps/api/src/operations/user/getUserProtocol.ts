import { parseAddress } from "../../data/address.ts";
import { requireAnySynced, surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { parsePastPoint } from "../../data/past/pastPoint.ts";
import { readUserPortfolio } from "../../data/portfolio/portfolio.ts";
import { toUserProtocolsResponse } from "../../data/positions/ownedProtocol.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /v1/user/protocol: an array of one, or empty without a position; 400 if there is no such protocol. */
export const getUserProtocol = cacheable<"getUserProtocol">(async ({ query, reply }, deps) => {
  const { id: protocolId, chain } = deps.protocols.get(query.protocol_id);
  const slugs = query.chain_ids ?? [chain];
  const ownerQuery = { owner: parseAddress(query.id), chains: slugs, protocolId };
  const point = parsePastPoint(query, ownerQuery.chains);
  const { survey, syncStatuses, chains } = await readUserPortfolio(deps, { ...ownerQuery, point });
  // other chains don't count as ready
  requireAnySynced(surveyChains(slugs.includes(chain) ? [chain] : slugs, syncStatuses), syncStatuses);
  const owned = chains.flatMap((one) => one.owned);
  return reply(200, toUserProtocolsResponse(owned, deps.protocols.toResponse), chainsHeader(survey, chains));
});
