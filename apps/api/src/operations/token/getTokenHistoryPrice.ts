import type { operations as LiveOperations } from "@portico/contract/live";
import { findChain } from "@portico/evm";
import { listChainStates, readClose, type CloseRead, type Store } from "@portico/store";
import { requireSynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { readPriceAt, requirePastTime } from "../../data/tokens/readPriceAt.ts";
import { findTokenId, parseTokenId } from "../../data/tokens/tokenId.ts";
import { closeOfDay, formatUtcDay, parseUtcDay, startOfDay } from "../../data/curves/utcDay.ts";
import type { Operation } from "../../deps.ts";
import { invalidParams, quote, ServiceError } from "../../errors.ts";

/**
 * GET /v1/token/history_price: at the end of a day; on the day of the chain's block, the current price. In the profile
 * `live`, also at a time.
 */
export const getTokenHistoryPrice: Operation<"getTokenHistoryPrice"> = async ({ query, reply }, deps) => {
  const { chain_id: slug, id, date_at: date, time_at: timeAt } = query as LiveQuery;
  const { db, tokens } = deps;
  if (timeAt !== undefined) {
    const at = requireSynced(slug, await listChainStates(db));
    requirePastTime(at, timeAt);
    const price = await readPriceAt(deps, { chain: at.chain, token: parseTokenId(id, at.chain), timeAt });
    if (price === undefined) throw new ServiceError("token_not_found", `Unknown token ${quote(id)} on '${slug}'`);
    return reply(200, { price }, chainsHeader({ synced: [at] }));
  }
  if (date === undefined) throw invalidParams({ date_at: "is required, or time_at" });
  const day = parseUtcDay("date_at", date);
  const { syncStatuses, usd = 0 } = await read(db, { slug, id, day });
  const synced = requireSynced(slug, syncStatuses);
  const today = startOfDay(synced.timeAt);
  if (day > today) {
    throw invalidParams({
      date_at: `is after the latest indexed day of '${slug}': send ${formatUtcDay(today)} or an earlier day`,
    });
  }
  const entry = tokens.find(slug, parseTokenId(id, synced.chain));
  if (entry === undefined) throw new ServiceError("token_not_found", `Unknown token ${quote(id)} on '${slug}'`);
  return reply(200, { price: day === today ? entry.price : usd }, chainsHeader({ synced: [synced] }));
};

type LiveQuery = LiveOperations["getTokenHistoryPrice"]["parameters"]["query"];

/** Undefined if no price was trusted, or that day's points are not all written yet. */
async function read(
  db: Store,
  { slug, id, day }: { slug: string; id: string; day: number },
): Promise<Partial<CloseRead> & Pick<CloseRead, "syncStatuses">> {
  const chain = findChain(slug);
  const token = chain && findTokenId(id, chain);
  if (token === undefined) return { syncStatuses: await listChainStates(db) }; // which is 400: this is the reason
  return await readClose(db, { chain: slug, token, timeAt: closeOfDay(day) });
}
