import type { PortfolioItem, PortfolioToken } from "@portico/contract";
import { beforeAll, expect, test } from "vitest";
import { findCollateral, healthOf } from "./healthOf.ts";
import { viewPosition } from "./positionView.ts";
import { safeSite } from "../../parts/safeSite.ts";
import { showLanguage } from "../../testing/showLanguage.ts";

beforeAll(() => showLanguage("en", "positions"));

const token = (symbol: string): PortfolioToken => ({
  id: symbol,
  chain: "eth",
  name: null,
  symbol,
  display_symbol: null,
  optimized_symbol: symbol,
  decimals: 18,
  logo_url: null,
  protocol_id: "",
  is_verified: true,
  is_core: true,
  is_wallet: true,
  price: 1,
  time_at: 0,
  amount: 1,
});

const item = (types: string[], detail: PortfolioItem["detail"], name = "Lending"): PortfolioItem => ({
  stats: { asset_usd_value: 1, debt_usd_value: 0, net_usd_value: 1 },
  update_at: 0,
  name,
  detail_types: types,
  detail,
  proxy_detail: {},
});

test("a loan shows what was supplied, borrowed and earned, and its health", () => {
  const view = viewPosition(
    item(["lending"], {
      supply_token_list: [token("WETH")],
      borrow_token_list: [token("USDC")],
      reward_token_list: [],
      health_rate: null,
    }),
  );
  expect(view.tokenGroups.map(({ label, side }) => [label, side])).toEqual([
    ["Supplied", "asset"],
    ["Borrowed", "debt"],
  ]);
  expect(view.health).toBeNull();
});

test("timestamps before the block are labelled as past, and a number is not shown twice", () => {
  const locked = (unlockAt: number) =>
    viewPosition({
      ...item(["locked"], { unlock_at: unlockAt, description: "#7" }),
      update_at: 1000,
      position_index: "7",
    });
  expect(locked(1001).details).toEqual([{ label: "Unlocks", kind: "timestamp", value: 1001 }]);
  expect(locked(999).details).toEqual([{ label: "Unlocked", kind: "timestamp", value: 999 }]);
});

test("vesting, perpetuals and predictions show their figures, each in its unit", () => {
  const vesting = viewPosition(item(["vesting"], { token: token("ARB"), daily_unlock_amount: 3.5, end_at: 1795e6 }));
  expect(vesting.tokenGroups.map(({ label, tokens }) => [label, tokens.length])).toEqual([["Vesting", 1]]);
  expect(vesting.details.map(({ kind }) => kind)).toEqual(["timestamp", "amount"]);
  const perpetual = viewPosition(
    item(["common", "perpetuals"], {
      side: "Short",
      base_token: token("ETH"),
      quote_token: token("USDC"),
      leverage: 10,
      pnl_usd_value: -3,
    }),
  );
  expect(perpetual.details).toEqual([
    { label: "Pair", kind: "text", value: "ETH / USDC" },
    { label: "Side", kind: "text", value: "Short" },
    { label: "Leverage", kind: "times", value: 10 },
    { label: "Profit or loss", kind: "usd", value: -3 },
  ]);
  const prediction = viewPosition(
    item(["prediction"], { name: "Rain?", claimable: false, amount: 2, event_end_at: 0 }),
  );
  expect(prediction.details.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    "Question: Rain?",
    "Claimable: No",
    "Shares: 2",
  ]);
});

test("for an unknown kind of detail only the totals are shown", () => {
  const view = viewPosition(item(["moon_lease"], { supply_token_list: [token("WETH")], health_rate: 2 }));
  expect(view).toEqual({ tokenGroups: [], nftGroups: [], details: [], health: undefined });
  const staked = viewPosition(item(["moon_lease", "common"], { supply_token_list: [token("WETH")] }, "Staked"));
  expect(staked.tokenGroups[0]?.label).toBe("Staked");
});

test("health is shown by a number that is never rounded up, by words and by a level", () => {
  expect(healthOf(null)).toMatchObject({ words: "No debt", level: "good" });
  expect(healthOf(0.9999)).toEqual({ figure: "0.99", words: "Can be liquidated now", level: "bad" });
  expect(healthOf(1.05)).toMatchObject({ figure: "1.05", level: "bad" });
  expect(healthOf(1.25).words).toBe("At risk: liquidated if its collateral loses 20.0% against the debt");
  expect(healthOf(2)).toMatchObject({ figure: "2.00", level: "good", words: expect.stringContaining("loses 50%") });
  expect(healthOf(1e9).figure).toBe("> 100");
});

test("only https sites without credentials are linked, labelled with their DNS name", () => {
  expect(safeSite("https://app.aave.com/x")).toEqual({ href: "https://app.aave.com/x", host: "app.aave.com" });
  expect(safeSite("https://аpp.aave.com")?.host).toMatch(/^xn--/);
  for (const url of ["", "javascript:alert(1)", "http://aave.com", "https://aave.com@evil.example", "data:text/html,x"])
    expect(safeSite(url)).toBeUndefined();
});

test("the price that liquidates is told where one token alone secures another", () => {
  const loan = (supplies: PortfolioToken[], borrows: PortfolioToken[]) =>
    findCollateral(item(["lending"], { supply_token_list: supplies, borrow_token_list: borrows }));
  const weth = { ...token("WETH"), price: 3000, is_collateral: true };
  const unused = { ...token("UNI"), is_collateral: false };
  const collateral = loan([weth, unused], [token("USDC")]);
  expect(collateral).toEqual({ symbol: "WETH", price: 3000 });
  expect(healthOf(1.5, collateral).words).toBe("Healthy: liquidated if WETH falls by 33% to $2,000.00");
  expect(loan([weth, token("WBTC")], [token("USDC")])).toBeUndefined();
  expect(loan([weth], [token("WETH")])).toBeUndefined();
  expect(loan([{ ...weth, price: 0 }], [token("USDC")])).toBeUndefined();
});
