import type { CurrencyRate } from "@portico/contract";
import { replaceExchangeRates } from "@portico/store";
import { afterAll, expect, test } from "vitest";
import { BASE_HEAD, ETH_HEAD } from "../../testing/fillStore.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const FEED = "0xb49f677943bc038e9857d61e7d053caa2c1734c1";
const DAY = 86_400;
const request = () => api.getJson<CurrencyRate[]>("/v1/currency/list");
const rate = (currency: string, usd: number, answeredAt: number) => {
  return { currency, feed: FEED, usd, answeredAt, heartbeatSeconds: DAY } as const;
};

test("each currency has the newest answer of its feeds; a late one has none", async () => {
  expect(await request()).toEqual([]);
  const { timeAt } = ETH_HEAD;
  await replaceExchangeRates(api.db, "eth", ETH_HEAD, [
    rate("EUR", 1.16, timeAt - 60),
    rate("GBP", 1.31, timeAt - DAY - 301),
    rate("BTC", 90_000, timeAt - 600),
  ]);
  await replaceExchangeRates(api.db, "base", BASE_HEAD, [rate("BTC", 91_000, BASE_HEAD.timeAt - 10)]);
  expect(await request()).toEqual([
    {
      id: "BTC",
      name: "Bitcoin",
      usd_price: 91_000,
      chain: "base",
      feed_id: FEED,
      feed_name: "BTC / USD",
      answered_at: BASE_HEAD.timeAt - 10,
      block: Number(BASE_HEAD.blockNumber),
      block_time_at: BASE_HEAD.timeAt,
    },
    expect.objectContaining({ id: "EUR", name: "Euro", usd_price: 1.16, chain: "eth", answered_at: timeAt - 60 }),
  ]);
});

test("what was read at a block that was removed is left out", async () => {
  const later = { ...ETH_HEAD, blockNumber: ETH_HEAD.blockNumber + 1n };
  await replaceExchangeRates(api.db, "eth", later, [rate("EUR", 1.16, ETH_HEAD.timeAt)]);
  expect((await request()).map(({ id }) => id)).toEqual(["BTC"]);
});
