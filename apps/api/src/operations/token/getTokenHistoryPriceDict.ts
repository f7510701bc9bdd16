import { listChainStates } from "@portico/store";
import { requireSynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { readPriceAt, requirePastTime } from "../../data/tokens/readPriceAt.ts";
import { parseTokenId } from "../../data/tokens/tokenId.ts";
import type { Operation } from "../../deps.ts";

/** GET /v1/token/history_price_dict: by the id as it was sent, without unknown tokens. */
export const getTokenHistoryPriceDict: Operation<"getTokenHistoryPriceDict"> = async ({ query, reply }, deps) => {
  const { chain_id: slug, ids, time_at: timeAt } = query;
  const synced = requireSynced(slug, await listChainStates(deps.db));
  requirePastTime(synced, timeAt);
  const prices: Record<string, number> = {};
  for (const id of new Set(ids)) {
    const token = parseTokenId(id, synced.chain);
    const price = await readPriceAt(deps, { chain: synced.chain, token, timeAt });
    if (price !== undefined) prices[id] = price;
  }
  return reply(200, prices, chainsHeader({ synced: [synced] }));
};
