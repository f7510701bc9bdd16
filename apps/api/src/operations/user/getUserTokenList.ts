import { parseAddress } from "../../data/address.ts";
import { requireSynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { parsePastPoint } from "../../data/past/pastPoint.ts";
import { readOwnerAt } from "../../data/past/readOwnerAt.ts";
import { listHoldings, toHoldingsResponse } from "../../data/portfolio/holdings.ts";
import { cacheable } from "../../cacheable.ts";

/** GET /v1/user/token_list: most valuable first. */
export const getUserTokenList = cacheable<"getUserTokenList">(async ({ query, reply }, deps) => {
  const ownerQuery = { owner: parseAddress(query.id), chains: [query.chain_id] };
  const read = await readOwnerAt(deps, ownerQuery, parsePastPoint(query, ownerQuery.chains));
  const synced = requireSynced(query.chain_id, read.syncStatuses);
  const holdings = await listHoldings(read.tokens, synced, read);
  return reply(200, toHoldingsResponse(holdings, query.is_all), chainsHeader({ synced: [synced] }));
});
