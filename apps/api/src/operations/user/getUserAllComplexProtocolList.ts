import { parseAddress } from "../../data/address.ts";
import { requireAnySynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { readUserPortfolio } from "../../data/portfolio/portfolio.ts";
import { byNet, wireUserProtocols } from "../../data/positions/ownedProtocol.ts";
import { keepable } from "../../keepable.ts";

/** GET /v1/user/all_complex_protocol_list: most valuable first, over all chains. */
export const getUserAllComplexProtocolList = keepable<"getUserAllComplexProtocolList">(
  async ({ query, reply }, deps) => {
    const asked = { owner: parseAddress(query.id), chains: query.chain_ids };
    const { survey, reaches, chains } = await readUserPortfolio(deps, asked);
    const owned = chains.flatMap((chain) => chain.owned).toSorted(byNet);
    return reply(
      200,
      wireUserProtocols(owned, deps.protocols.wire),
      chainsHeader(requireAnySynced(survey, reaches), chains),
    );
  },
);
