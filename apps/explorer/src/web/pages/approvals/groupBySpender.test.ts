import type { Spender, UserNFTAuthorized, UserTokenAuthorized } from "@portico/client";
import { beforeAll, expect, test } from "vitest";
import { showLanguage } from "../../testing/showLanguage.ts";
import { groupBySpender, listFirst } from "./groupBySpender.ts";
import { listNftGrants, listTokenGrants } from "./permission.ts";

beforeAll(() => showLanguage("en", "approvals"));

const spender = (id: string, some: Partial<Spender> = {}): Spender => ({ id, protocol: null, value: 5, ...some });
const router = { protocol: { id: "uniswap3", name: "Uniswap V3", logo_url: "", chain: "eth" }, is_contract: true };
const UNLIMITED = 1.157920892373162e59;

const token = (symbol: string, spenders: Spender[], balance = 10): UserTokenAuthorized => ({
  id: `0x${symbol}`,
  name: "",
  symbol,
  logo_url: "",
  chain: "eth",
  price: 0,
  balance,
  sum_exposure_usd: 0,
  exposure_balance: 0,
  spenders,
});

const nfts = (spenders: Spender[]): UserNFTAuthorized => ({
  tokens: [],
  contracts: [
    {
      chain: "eth",
      contract_id: "0xapes",
      contract_name: "Apes",
      is_erc721: true,
      is_erc1155: false,
      amount: "3",
      spenders,
    },
  ],
  total: "3",
});

const groupsOf = (tokens: UserTokenAuthorized[], ofNfts: Spender[] = []) =>
  groupBySpender([...listTokenGrants(tokens), ...listNftGrants(nfts(ofNfts))]);

test("a spender's permissions are grouped, the most exposed spender is first, and a token counts once", () => {
  const groups = groupsOf(
    [
      token("A", [
        spender("0x1", { ...router, exposure_usd: 100 }),
        spender("0x1", { permit2_id: "0x2", exposure_usd: 70 }),
      ]),
      token("B", [spender("0x1", { exposure_usd: 5 }), spender("0x9", { exposure_usd: 500 })]),
    ],
    [spender("0x1")],
  );
  expect(groups.map(({ id, name, exposureUsd, permissions }) => [id, name, exposureUsd, permissions.length])).toEqual([
    ["0x9", "", 500, 1],
    ["0x1", "Uniswap V3", 105, 4],
  ]);
});

test("the risk depends on what the spender is, and its reason is stated", () => {
  const level = (some: Partial<Spender>, balance = 10) => {
    const [group] = groupsOf([token("A", [spender("0x1", { exposure_usd: balance, ...some })], balance)]);
    return [group?.judgement.level, group?.judgement.reasons.join(" ")];
  };
  expect(level(router)[0]).toBe("low");
  expect(level({ ...router, value: UNLIMITED })).toEqual(["low", expect.stringContaining("tokens received later")]);
  expect(level({})).toEqual(["high", expect.stringContaining("may be an externally owned account")]);
  expect(level({}, 0)).toEqual(["some", expect.stringContaining("The address holds none of it now")]);
  expect(level({ is_contract: true })[0]).toBe("some");
  expect(level({ is_contract: true, value: UNLIMITED })[0]).toBe("high");
  expect(level({ ...router, is_hacked: true })[0]).toBe("high");
});

test("the service's own risk level takes precedence, with its reason", () => {
  const [group] = groupsOf([
    token("A", [spender("0x1", { ...router, risk_level: "danger", risk_alert: "drains\u202E" })]),
  ]);
  expect(group?.judgement).toMatchObject({ level: "high", reasons: ["drains"] });
});

test("the riskiest is first, however little is exposed now, and nothing of low risk is listed", () => {
  const groups = groupsOf(
    [token("A", [spender("0x1", { ...router, exposure_usd: 1e6 }), spender("0x2", { exposure_usd: 1 })])],
    [spender("0x3", { is_contract: true })],
  );
  expect(groups.map(({ id }) => id)).toEqual(["0x1", "0x2", "0x3"]);
  expect(listFirst(groups, 5).map(({ id }) => id)).toEqual(["0x2", "0x3"]);
  expect(listFirst(groups, 1)).toHaveLength(1);
});
