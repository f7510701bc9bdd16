import { parseAddress } from "../../data/address.ts";
import { requireAnySynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { parsePastPoint } from "../../data/past/pastPoint.ts";
import { readUserPortfolio } from "../../data/portfolio/portfolio.ts";
import { byNet, toUserProtocolsResponse } from "../../data/positions/ownedProtocol.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /v1/user/all_complex_protocol_list: most valuable first, over all chains. */
export const getUserAllComplexProtocolList = cacheable<"getUserAllComplexProtocolList">(
  async ({ query, reply }, deps) => {
    const ownerQuery = { owner: parseAddress(query.id), chains: query.chain_ids };
    const point = parsePastPoint(query, ownerQuery.chains);
    const { survey, syncStatuses, chains } = await readUserPortfolio(deps, { ...ownerQuery, point });
    const owned = chains.flatMap((chain) => chain.owned).toSorted(byNet);
    return reply(
      200,
      toUserProtocolsResponse(owned, deps.protocols.toResponse),
      chainsHeader(requireAnySynced(survey, syncStatuses), chains),
    );
  },
);
