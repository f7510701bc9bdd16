import { findPointAt, findPriceClock, listChainStates, type Store } from "@portico/store";
import type { Address } from "@portico/evm";
import { requireSynced } from "../../data/chainSurvey.ts";
import { chainsHeader } from "../../data/chainsHeader.ts";
import { parseTokenId } from "../../data/tokenId.ts";
import { DAY, formatUtcDay, parseUtcDay, startOfDay } from "../../data/utcDay.ts";
import type { Operation } from "../../deps.ts";
import { invalidParams, quote, ServiceError } from "../../errors.ts";

/** GET /v1/token/history_price: at the end of a day; of the day of the chain's block, the price of now. */
export const getTokenHistoryPrice: Operation<"getTokenHistoryPrice"> = async ({ query, reply }, { db, tokens }) => {
  const { chain_id: slug, id, date_at: date } = query;
  const synced = requireSynced(slug, await listChainStates(db));
  const day = parseUtcDay("date_at", date);
  const today = startOfDay(synced.timeAt);
  if (day > today) {
    throw invalidParams({ date_at: `is in the future of '${slug}': send ${formatUtcDay(today)} or an earlier day` });
  }
  const entry = tokens.find(slug, parseTokenId(id, synced.chain));
  if (entry === undefined) throw new ServiceError("token_not_found", `No token ${quote(id)} is known on '${slug}'`);
  const price = day === today ? entry.price : await readClose(db, slug, entry.token.address, day);
  return reply(200, { price }, chainsHeader({ synced: [synced] }));
};

/** 0 when there was none to be trusted, and when the points of that day are not written yet. */
async function readClose(db: Store, chain: string, token: Address, day: number): Promise<number> {
  if (day < 0) return 0; // no chain is that old
  const clock = await findPriceClock(db, chain);
  if (clock === undefined || clock.timeAt < day) return 0;
  const point = await findPointAt(db, chain, token, day + DAY - 1);
  return point?.usd ?? 0;
}
