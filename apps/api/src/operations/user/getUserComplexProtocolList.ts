import { parseAddress } from "../../data/address.ts";
import { requireSynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { readUserPortfolio } from "../../data/portfolio/portfolio.ts";
import { wireUserProtocols } from "../../data/positions/ownedProtocol.ts";
import { keepable } from "../../keepable.ts";

/** GET /v1/user/complex_protocol_list: most valuable first. */
export const getUserComplexProtocolList = keepable<"getUserComplexProtocolList">(async ({ query, reply }, deps) => {
  const asked = { owner: parseAddress(query.id), chains: [query.chain_id] };
  const { reaches, chains } = await readUserPortfolio(deps, asked);
  const synced = [requireSynced(query.chain_id, reaches)];
  const owned = chains.flatMap((chain) => chain.owned);
  return reply(200, wireUserProtocols(owned, deps.protocols.wire), chainsHeader({ synced }, chains));
});
