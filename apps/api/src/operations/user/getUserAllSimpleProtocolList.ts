import { parseAddress } from "../../data/address.ts";
import { requireAnySynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { parsePastPoint } from "../../data/past/pastPoint.ts";
import { readUserPortfolio } from "../../data/portfolio/portfolio.ts";
import { byNet, toSimpleProtocolResponse } from "../../data/positions/ownedProtocol.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /v1/user/all_simple_protocol_list: like all_complex_protocol_list, without positions. */
export const getUserAllSimpleProtocolList = cacheable<"getUserAllSimpleProtocolList">(
  async ({ query, reply }, deps) => {
    const ownerQuery = { owner: parseAddress(query.id), chains: query.chain_ids };
    const point = parsePastPoint(query, ownerQuery.chains);
    const { survey, syncStatuses, chains } = await readUserPortfolio(deps, { ...ownerQuery, point });
    const owned = chains.flatMap((chain) => chain.owned).toSorted(byNet);
    const body = owned.map((one) => toSimpleProtocolResponse(one, deps.protocols.toResponse));
    return reply(200, body, chainsHeader(requireAnySynced(survey, syncStatuses), chains));
  },
);
