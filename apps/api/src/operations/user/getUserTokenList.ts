import { readOwner } from "@portico/store";
import { parseAddress } from "../../data/address.ts";
import { requireSynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { listHoldings, wireHoldings } from "../../data/portfolio/holdings.ts";
import { keepable } from "../../keepable.ts";

/** GET /v1/user/token_list: most valuable first. */
export const getUserTokenList = keepable<"getUserTokenList">(async ({ query, reply }, { db, tokens, sights }) => {
  const asked = { owner: parseAddress(query.id), chains: [query.chain_id] };
  const read = await sights.whenSighted(asked, () => readOwner(db, asked));
  const synced = requireSynced(query.chain_id, read.reaches);
  const holdings = await listHoldings(tokens, synced, read);
  return reply(200, wireHoldings(holdings, query.is_all), chainsHeader({ synced: [synced] }));
});
