import { parseAddress } from "../../data/address.ts";
import { requireSynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { parsePastPoint } from "../../data/past/pastPoint.ts";
import { readUserPortfolio } from "../../data/portfolio/portfolio.ts";
import { toUserProtocolsResponse } from "../../data/positions/ownedProtocol.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /v1/user/complex_protocol_list: most valuable first. */
export const getUserComplexProtocolList = cacheable<"getUserComplexProtocolList">(async ({ query, reply }, deps) => {
  const ownerQuery = { owner: parseAddress(query.id), chains: [query.chain_id] };
  const point = parsePastPoint(query, ownerQuery.chains);
  const { syncStatuses, chains } = await readUserPortfolio(deps, { ...ownerQuery, point });
  const synced = [requireSynced(query.chain_id, syncStatuses)];
  const owned = chains.flatMap((chain) => chain.owned);
  return reply(200, toUserProtocolsResponse(owned, deps.protocols.toResponse), chainsHeader({ synced }, chains));
});
