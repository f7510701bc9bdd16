import { getChain, type Address } from "@portico/evm";
import type { Deployed, Position, PositionDetail } from "@portico/protocols";
import { unknownToken } from "@portico/store";
import { expect, test } from "vitest";
import { serialize } from "../../serialize.ts";
import { ChainTokens } from "../tokens/chainTokens.ts";
import type { PositionContext } from "./positionContext.ts";
import { ValuedPosition } from "./valuedPosition.ts";

const TOKEN: Address = `0x${"70".repeat(20)}`;
const POOL: Address = `0x${"71".repeat(20)}`;
const chain = getChain("matic");
const tokens = new ChainTokens(chain);
tokens.put({ ...unknownToken("matic", TOKEN), symbol: "USDC", decimals: 6 }, { usd: 2, timeAt: 1 });

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a position is shown with
const deployed = { id: "app", adapter: { id: "app", name: "App", siteUrl: "" } } as Deployed;
const context: PositionContext = {
  chain,
  deployed,
  owner: POOL,
  proxy: undefined,
  timeAt: 99,
  entries: new Map([[TOKEN, tokens.findOrAdd(TOKEN)]]),
  createdAt: new Map([[POOL, 42]]),
};
const show = (detail: PositionDetail, more: Partial<Position> = {}) => {
  const position = new ValuedPosition({ name: "Deposit", detail, pool: { controller: POOL }, ...more }, context);
  expect(position.text).toBe(serialize(position.toResponse()));
  return position.toResponse();
};
const of = (millions: number) => ({ token: TOKEN, rawAmount: BigInt(millions) * 1_000_000n });

test("a prediction is worth its payout times its price, and is claimable once resolved", () => {
  const detail = { type: "prediction", title: "Rain?", side: "Yes", pays: of(10), isClosed: false } as const;
  const { stats, ...response } = show({ ...detail, price: 0.25, rawClaimable: 0n, endAt: 7 });
  expect(stats).toEqual({ asset_usd_value: 5, debt_usd_value: 0, net_usd_value: 5 });
  expect(response.detail).toEqual({
    name: "Rain?",
    side: "Yes",
    amount: 10,
    price: 0.5,
    claimable: false,
    is_market_closed: false,
    event_end_at: 7,
  });
  expect(response.asset_dict).toEqual({ [TOKEN]: 2.5 });
  const unknown = show({ ...detail, price: null, rawClaimable: 1n });
  expect([unknown.stats.asset_usd_value, unknown.detail.claimable, unknown.detail.price]).toEqual([0, true, 0]);
});

test("a perpetual position is worth what closing pays, not its size", () => {
  const { stats, detail, asset_dict } = show({
    type: "perpetuals",
    side: "Short",
    size: of(50),
    quote: TOKEN,
    margin: of(10),
    pays: of(8),
    leverage: 6.25,
    dailyFundingRate: 0.001,
    entryPrice: 2.5,
    markPrice: 3,
    pnlUsd: -4,
  });
  expect(stats).toEqual({ asset_usd_value: 16, debt_usd_value: 0, net_usd_value: 16 });
  expect(asset_dict).toEqual({ [TOKEN]: 8 });
  expect(detail).toMatchObject({
    side: "Short",
    position_token: { amount: 50 },
    quote_token: { amount: 125 },
    margin_token: { amount: 10 },
    margin_rate: 0.16,
    entry_price: 2.5,
    pnl_usd_value: -4,
  });
});

test("vesting tokens count in full, with their claimable part", () => {
  const { stats, detail } = show({ type: "vesting", token: of(8), rawClaimable: 500_000n, rawDailyUnlock: 250_000n });
  expect(stats.asset_usd_value).toBe(16);
  expect(detail).toMatchObject({ token: { id: TOKEN, amount: 8, claimable_amount: 0.5 }, daily_unlock_amount: 0.25 });
  expect(detail).not.toHaveProperty("end_at");
});

test("a loan marks supplies that secure it, and has null health without a debt", () => {
  const supplies = [{ ...of(3), isCollateral: true }, of(1)];
  const { detail, stats, asset_dict } = show({ type: "lending", supplies, borrows: [of(1)], healthRate: null });
  expect(detail.supply_token_list?.map(({ is_collateral }) => is_collateral)).toEqual([true, undefined]);
  expect([detail.health_rate, stats.debt_usd_value, asset_dict]).toEqual([null, 2, { [TOKEN]: 3 }]);
  expect(detail).not.toHaveProperty("reward_token_list");
});

test("a staked NFT is named, and its pool has its creation time", () => {
  const nfts = [{ contract: TOKEN, tokenId: 2n ** 200n, rawAmount: 1n }];
  const { detail, pool, position_index } = show(
    { type: "nft_common", nfts, rewards: [of(1)], description: "#7" },
    { positionIndex: "7", pool: { controller: POOL, index: "3" } },
  );
  expect(detail).toMatchObject({
    supply_nft_list: [{ contract_id: TOKEN, inner_id: (2n ** 200n).toString(), amount: 1 }],
    reward_token_list: [{ amount: 1 }],
    description: "#7",
  });
  expect([pool?.id, pool?.index, pool?.time_at, position_index]).toEqual([`${POOL}:3`, "3", 42, "7"]);
});

test("a range of prices is told in whole tokens, without a bound where every tick is in it", () => {
  const detail = { type: "common" as const, supplies: [of(1)] };
  const pair = [TOKEN, TOKEN] as const;
  const sqrtPriceX96 = 2n ** 97n; // a price of 4
  const range = { tokens: pair, tickLower: 6932, tickUpper: 13_864, tick: 13_863, sqrtPriceX96, feePpm: 3_000 };
  const { price_range: shown } = show(detail, { range });
  expect(shown).toEqual({
    base_token_id: TOKEN,
    quote_token_id: TOKEN,
    lower: expect.closeTo(2, 3) as number,
    upper: expect.closeTo(4, 3) as number,
    current: 4,
    is_in_range: true,
    fee_rate: 0.003,
  });
  expect(show(detail, { range: { ...range, tick: 13_864 } }).price_range?.is_in_range).toBe(false);
  const { feePpm: _, ...whole } = { ...range, tickLower: -887_272, tickUpper: 887_200 };
  expect(show(detail, { range: whole }).price_range).toMatchObject({ lower: null, upper: null, fee_rate: null });
  expect(show(detail)).not.toHaveProperty("price_range");
});

test("a position in a market that no list has is marked", () => {
  const detail = { type: "common" as const, supplies: [of(1)] };
  expect(show(detail, { isUnlisted: true })["x-unlisted"]).toBe(true);
  expect(show(detail)).not.toHaveProperty("x-unlisted");
});

test("locked, leveraged and reward positions have the fields of their kind", () => {
  expect(show({ type: "locked", supplies: [of(1)], unlockAt: 5 }).detail).toMatchObject({ unlock_at: 5 });
  const leveraged = show({ type: "leveraged_farming", supplies: [of(2)], borrows: [of(1)], debtRatio: 0.5 });
  expect(leveraged.detail).toMatchObject({ debt_ratio: 0.5, borrow_token_list: [{ amount: 1 }] });
  expect(show({ type: "reward", rewards: [of(4)] }).detail).toMatchObject({ token_list: [{ amount: 4 }] });
});

test("a market that nobody admitted counts debts up to what its assets are worth, and shows them in full", () => {
  const detailOf = (supplied: number, owed: number): PositionDetail => ({
    type: "lending",
    supplies: [of(supplied)],
    borrows: [of(owed)],
    healthRate: 1,
  });
  const statsOf = (supplied: number, owed: number, more: Partial<Position> = { isUnlisted: true }) =>
    show(detailOf(supplied, owed), more).stats;
  expect(statsOf(5, 3)).toEqual({ asset_usd_value: 10, debt_usd_value: 6, net_usd_value: 4 });
  expect(statsOf(5, 1_000_000)).toEqual({ asset_usd_value: 10, debt_usd_value: 10, net_usd_value: 0 });
  expect(statsOf(5, 8, {})).toEqual({ asset_usd_value: 10, debt_usd_value: 16, net_usd_value: -6 });
  expect(show(detailOf(5, 8), { isUnlisted: true }).detail).toMatchObject({ borrow_token_list: [{ amount: 8 }] });
});
