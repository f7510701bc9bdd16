import { parseAddress } from "../../data/address.ts";
import { requireSynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { parsePastPoint } from "../../data/past/pastPoint.ts";
import { readUserPortfolio } from "../../data/portfolio/portfolio.ts";
import { toSimpleProtocolResponse } from "../../data/positions/ownedProtocol.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /v1/user/simple_protocol_list: like complex_protocol_list, without positions. */
export const getUserSimpleProtocolList = cacheable<"getUserSimpleProtocolList">(async ({ query, reply }, deps) => {
  const ownerQuery = { owner: parseAddress(query.id), chains: [query.chain_id] };
  const point = parsePastPoint(query, ownerQuery.chains);
  const { syncStatuses, chains } = await readUserPortfolio(deps, { ...ownerQuery, point });
  const synced = [requireSynced(query.chain_id, syncStatuses)];
  const owned = chains.flatMap((chain) => chain.owned);
  const body = owned.map((one) => toSimpleProtocolResponse(one, deps.protocols.toResponse));
  return reply(200, body, chainsHeader({ synced }, chains));
});
