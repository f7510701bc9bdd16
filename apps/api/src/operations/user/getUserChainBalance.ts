import { parseAddress } from "../../data/address.ts";
import { requireSynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { parsePastPoint } from "../../data/past/pastPoint.ts";
import { errProtocolIds, readUserPortfolio } from "../../data/portfolio/portfolio.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /v1/user/chain_balance: tokens, plus simple_protocol_list. */
export const getUserChainBalance = cacheable<"getUserChainBalance">(async ({ query, reply }, deps) => {
  const ownerQuery = { owner: parseAddress(query.id), chains: [query.chain_id] };
  const point = parsePastPoint(query, ownerQuery.chains);
  const { syncStatuses, chains } = await readUserPortfolio(deps, { ...ownerQuery, point });
  const synced = [requireSynced(query.chain_id, syncStatuses)];
  const body = { usd_value: chains[0]?.netUsd ?? 0, ...errProtocolIds(chains) };
  return reply(200, body, chainsHeader({ synced }, chains));
});
