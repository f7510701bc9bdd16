import { NATIVE_TOKEN } from "@portico/evm";
import { writePriceClock, writePricePoints } from "@portico/store";
import { afterAll, beforeEach, expect, test } from "vitest";
import { DAY, formatUtcDay, startOfDay } from "../../data/curves/utcDay.ts";
import { ETH_HEAD, NAMELESS, RECEIPT, USDC } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const today = startOfDay(ETH_HEAD.timeAt);
const day = (ago: number) => formatUtcDay(today - ago * DAY);
const request = (id: string, date: string, chain = "eth") =>
  api.get(`/v1/token/history_price?chain_id=${chain}&id=${id}&date_at=${encodeURIComponent(date)}`);
const requestPrice = async (id: string, date: string): Promise<unknown> => {
  const res = await request(id, date);
  expect(res.status).toBe(200);
  return await res.json();
};

beforeEach(async () => {
  await api.db.deleteFrom("price_point").execute();
  await writePricePoints(api.db, "eth", [
    { token: NATIVE_TOKEN, timeAt: today - 5 * DAY + 300, usd: 2500 },
    { token: NATIVE_TOKEN, timeAt: today - 2 * DAY, usd: 2700 },
    { token: NATIVE_TOKEN, timeAt: today - DAY - 300, usd: 2800.25 },
    { token: NATIVE_TOKEN, timeAt: today - DAY + 300, usd: 2900 },
    { token: NATIVE_TOKEN, timeAt: today, usd: 2999 },
    { token: USDC, timeAt: today - 4 * DAY, usd: 1 },
    { token: USDC, timeAt: today - 2 * DAY + 600, usd: 0 },
  ]);
  await writePriceClock(api.db, "eth", { timeAt: ETH_HEAD.timeAt });
});

test("the price of a day is the last one before its end, and remains until the next one", async () => {
  const prices = [];
  for (const ago of [1, 2, 3, 4, 5]) prices.push(await requestPrice("eth", day(ago)));
  expect(prices).toEqual([{ price: 2900 }, { price: 2800.25 }, { price: 2500 }, { price: 2500 }, { price: 2500 }]);
});

test("there is no price before a token's first one, when none is trusted, and for a token that never had one", async () => {
  expect(await requestPrice("eth", day(6))).toEqual({ price: 0 });
  expect(await requestPrice("eth", "0001-01-01")).toEqual({ price: 0 });
  expect([
    await requestPrice(USDC, day(3)),
    await requestPrice(USDC, day(2)),
    await requestPrice(USDC, day(1)),
  ]).toEqual([{ price: 1 }, { price: 0 }, { price: 0 }]);
  expect(await requestPrice(NAMELESS, day(1))).toEqual({ price: 0 });
});

test("today's is the current price, by the timestamp of the chain's block", async () => {
  expect(await requestPrice("eth", day(0))).toEqual({ price: 3000 });
  expect(await requestPrice(RECEIPT, day(0))).toEqual({ price: 1 });
  expect((await request("eth", day(0))).headers.get("portico-chains")).toContain(`eth;block=${ETH_HEAD.blockNumber}`);
});

test("a day whose prices are not written yet has none: an older one would be a guess", async () => {
  await writePriceClock(api.db, "eth", { timeAt: today - DAY - 300 });
  expect([await requestPrice("eth", day(1)), await requestPrice("eth", day(2))]).toEqual([
    { price: 0 },
    { price: 2800.25 },
  ]);
  await writePriceClock(api.db, "eth", { timeAt: today - 600 });
  expect(await requestPrice("eth", day(1))).toEqual({ price: 0 });
  await writePriceClock(api.db, "eth", { timeAt: today - 300 });
  expect(await requestPrice("eth", day(1))).toEqual({ price: 2900 });
  await api.db.deleteFrom("price_clock").execute();
  expect(await requestPrice("eth", day(2))).toEqual({ price: 0 });
});

test.each(["2025-02-30", "2025-13-01", "25-11-20", "2025-11-20T00:00:00Z", "1763600000", "yesterday"])(
  "%s is not a day: the error names the parameter and the valid form",
  async (date) => {
    expect(await readProblem(await request("eth", date))).toMatchObject({
      status: 400,
      code: "invalid_params",
      errors: { date_at: expect.stringContaining("such as 2025-11-2") },
    });
  },
);

test("tomorrow is in the future of the chain, regardless of the server's clock", async () => {
  expect(await readProblem(await request("eth", day(-1)))).toMatchObject({
    status: 400,
    code: "invalid_params",
    errors: { date_at: `is after the latest indexed day of 'eth': send ${day(0)} or an earlier day` },
  });
  expect((await readProblem(await request("eth", "9999-12-31"))).code).toBe("invalid_params");
});

test("an unknown token or chain is 400, and one during its first sync 503", async () => {
  const unknown = `0x${"ab".repeat(20)}`;
  const codes = [];
  for (const [id, chain] of [
    [unknown, "eth"],
    ["nonsense", "eth"],
    ["eth", "bsc"],
    ["eth", "mars"],
    ["arb", "arb"],
  ] as const) {
    const { status, code } = await readProblem(await request(id, day(1), chain));
    codes.push(`${status} ${code}`);
  }
  expect(codes).toEqual([
    "400 token_not_found",
    "400 invalid_address",
    "400 invalid_chain",
    "400 invalid_chain",
    "503 upstream_error",
  ]);
});
