import { currencyNames } from "@portico/evm";
import { listExchangeRates } from "@portico/store";
import type { Operation } from "../../deps.ts";

/** GET /v1/currency/list */
export const getCurrencyList: Operation<"getCurrencyList"> = async ({ reply }, { db }) => {
  const rates = await listExchangeRates(db);
  return reply(
    200,
    rates.map((rate) => ({
      id: rate.currency,
      name: currencyNames[rate.currency] ?? rate.currency,
      usd_price: rate.usd,
      chain: rate.chain,
      feed_id: rate.feed,
      feed_name: `${rate.currency} / USD`,
      answered_at: rate.answeredAt,
      block: Number(rate.blockNumber),
      block_time_at: rate.timeAt,
    })),
  );
};
