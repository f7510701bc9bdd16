import { parseAddress } from "../../data/address.ts";
import { requireAnySynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { readUserPortfolio } from "../../data/portfolio/portfolio.ts";
import { byNet, wireSimpleProtocol } from "../../data/positions/ownedProtocol.ts";
import { keepable } from "../../keepable.ts";

/** GET /v1/user/all_simple_protocol_list: like all_complex_protocol_list, without positions. */
export const getUserAllSimpleProtocolList = keepable<"getUserAllSimpleProtocolList">(async ({ query, reply }, deps) => {
  const asked = { owner: parseAddress(query.id), chains: query.chain_ids };
  const { survey, reaches, chains } = await readUserPortfolio(deps, asked);
  const owned = chains.flatMap((chain) => chain.owned).toSorted(byNet);
  const body = owned.map((one) => wireSimpleProtocol(one, deps.protocols.wire));
  return reply(200, body, chainsHeader(requireAnySynced(survey, reaches), chains));
});
