import { readOwner } from "@portico/store";
import { parseAddress } from "../../data/address.ts";
import { requireSynced } from "../../data/chainSurvey.ts";
import { chainsHeader } from "../../data/chainsHeader.ts";
import { listHoldings, sumUsdValue } from "../../data/holdings.ts";
import { keepable } from "../../keepable.ts";

/** GET /v1/user/chain_balance */
export const getUserChainBalance = keepable<"getUserChainBalance">(async ({ query, reply }, { db, tokens, sights }) => {
  const asked = { owner: parseAddress(query.id), chains: [query.chain_id] };
  const read = await sights.whenSighted(asked, () => readOwner(db, asked));
  const synced = requireSynced(query.chain_id, read.reaches);
  const holdings = await listHoldings(tokens, synced, read);
  return reply(200, { usd_value: sumUsdValue(holdings) }, chainsHeader({ synced: [synced] }));
});
