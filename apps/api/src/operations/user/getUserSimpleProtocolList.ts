import { parseAddress } from "../../data/address.ts";
import { requireSynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { readUserPortfolio } from "../../data/portfolio/portfolio.ts";
import { wireSimpleProtocol } from "../../data/positions/ownedProtocol.ts";
import { keepable } from "../../keepable.ts";

/** GET /v1/user/simple_protocol_list: like complex_protocol_list, without positions. */
export const getUserSimpleProtocolList = keepable<"getUserSimpleProtocolList">(async ({ query, reply }, deps) => {
  const asked = { owner: parseAddress(query.id), chains: [query.chain_id] };
  const { reaches, chains } = await readUserPortfolio(deps, asked);
  const synced = [requireSynced(query.chain_id, reaches)];
  const owned = chains.flatMap((chain) => chain.owned);
  const body = owned.map((one) => wireSimpleProtocol(one, deps.protocols.wire));
  return reply(200, body, chainsHeader({ synced }, chains));
});
