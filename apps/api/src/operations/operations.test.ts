import type { Chain, Token, UserToken, UserTotalBalance } from "@portico/contract";
import { chains, NATIVE_TOKEN } from "@portico/evm";
import { copyLegs, LegKind, replacePrices, unknownToken, upsertTokens, writeBalances } from "@portico/store";
import { parseList } from "structured-headers";
import { afterAll, expect, test, vi } from "vitest";
import {
  ALICE,
  BASE_USDC,
  BOB,
  CAROL,
  ETH_HEAD,
  FAKE_USDC,
  HOSTILE,
  HOSTILE_SYMBOL,
  NAMELESS,
  RECEIPT,
  USDC,
  WETH,
} from "../testing/fillStore.ts";
import { unbuiltOperations } from "./operations.ts";
import { startFilledApi } from "../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

/** GET, 200, as JSON. */
async function request<T>(target: string, headers?: Record<string, string>): Promise<T> {
  const res = await api.get(target, headers);
  const text = await res.text();
  expect({ status: res.status, text }).toMatchObject({ status: 200 });
  return JSON.parse(text) as T;
}

/** Portico-Chains as chain → parameters. */
async function readChains(target: string): Promise<Map<string, Record<string, unknown>>> {
  const header = (await api.get(target)).headers.get("portico-chains") ?? "";
  return new Map(parseList(header).map(([id, parameters]) => [String(id), Object.fromEntries(parameters)]));
}

test("GET /v1/chain knows every chain and whether it is served", async () => {
  expect(await request<Chain>("/v1/chain?id=eth")).toMatchObject({
    id: "eth",
    community_id: 1,
    is_served: true,
    wrapped_token_id: WETH,
  });
  expect(await request<Chain>("/v1/chain?id=gravity")).toMatchObject({
    id: "gravity",
    is_served: false,
    is_support_balance_change: false,
  });
});

test("GET /v1/chain/list has all 72 chains in the contract's order, and marks the served ones", async () => {
  const list = await request<Chain[]>("/v1/chain/list");
  expect(list.map(({ id }) => id)).toEqual(chains.map(({ slug }) => slug));
  expect(
    list
      .filter(({ is_served }) => is_served)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(["arb", "base", "eth"]);
});

test("the chain operations have each chain's status in Portico-Chains", async () => {
  expect([...(await readChains("/v1/chain?id=eth"))]).toEqual([["eth", expect.objectContaining({ since: 18992800 })]]);
  const all = await readChains("/v1/chain/list");
  expect([all.size, all.get("arb"), all.get("gravity")]).toEqual([72, { syncing: true }, { unserved: true }]);
});

test("GET /v1/token finds a contract in any letter case and the native coin", async () => {
  const upper = USDC.replace(/[a-f]/g, (letter) => letter.toUpperCase());
  expect(await request<Token>(`/v1/token?chain_id=eth&id=${upper}`)).toMatchObject({
    id: USDC,
    symbol: "USDC",
    price: 1,
    decimals: 6,
  });
  expect(await request<Token>("/v1/token?chain_id=eth&id=eth")).toMatchObject({
    id: "eth",
    symbol: "ETH",
    price: 3000,
    is_core: true,
  });
});

test("a native coin that no indexer has written yet comes from the chain table", async () => {
  expect(await request<Token>("/v1/token?chain_id=base&id=base")).toMatchObject({
    id: "base",
    symbol: "ETH",
    price: 3000,
    decimals: 18,
  });
});

test("a token that shares its symbol with the only core token gets a display symbol, and the core token none", async () => {
  expect(await request<Token>(`/v1/token?chain_id=eth&id=${USDC}`)).toMatchObject({
    display_symbol: null,
    optimized_symbol: "USDC",
  });
  const fake = await request<Token>(`/v1/token?chain_id=eth&id=${FAKE_USDC}`);
  expect(fake).toMatchObject({
    symbol: "USDC",
    display_symbol: `USDC (0x000000…${FAKE_USDC.slice(-4)})`,
    optimized_symbol: `USDC (0x000000…${FAKE_USDC.slice(-4)})`,
    price: 0,
  });
});

test("a token that defines nothing has nulls, and an empty optimized symbol", async () => {
  const token = await request<Token>(`/v1/token?chain_id=eth&id=${NAMELESS}`);
  expect(token).toMatchObject({
    name: null,
    symbol: null,
    decimals: null,
    optimized_symbol: "",
    price: 0,
    time_at: 0,
    protocol_id: "",
  });
});

test("a hostile token's strings are returned as data", async () => {
  const token = await request<Token>(`/v1/token?chain_id=eth&id=${HOSTILE}`);
  expect(token).toMatchObject({ symbol: HOSTILE_SYMBOL, name: HOSTILE_SYMBOL });
});

test("GET /v1/token/list_by_ids keeps the requested order, drops duplicates and unknown tokens", async () => {
  const ids = ["eth", WETH, BOB, USDC.toUpperCase().replace("0X", "0x"), USDC, "eth"];
  const list = await request<Token[]>(`/v1/token/list_by_ids?chain_id=eth&ids=${ids.join(",")}`);
  expect(list.map(({ id }) => id)).toEqual(["eth", WETH, USDC]);
});

test("GET /v1/user/token returns exact digits, and 0 for a token that the owner never had", async () => {
  const res = await api.get(`/v1/user/token?id=${ALICE}&chain_id=eth&token_id=eth`);
  expect(await res.text()).toContain('"raw_amount":240014887325196554938,"raw_amount_str":"240014887325196554938"');
  const none = await request<UserToken>(`/v1/user/token?id=${BOB}&chain_id=eth&token_id=${USDC}`);
  expect(none).toMatchObject({ id: USDC, amount: 0, raw_amount: 0, raw_amount_hex_str: "0x0", usd_value: 0 });
});

test("GET /v1/user/token_list is sorted by value, then id, without zero balances", async () => {
  const list = await request<UserToken[]>(`/v1/user/token_list?id=${ALICE}&chain_id=eth`);
  expect(list.map(({ id }) => id)).toEqual(["eth", RECEIPT, USDC, FAKE_USDC, HOSTILE, NAMELESS]);
  expect(list[0]).toMatchObject({ amount: 240.01488732519655, usd_value: 240.01488732519655 * 3000 });
  expect(list[2]).toMatchObject({
    amount: 250.5,
    raw_amount: 250_500_000,
    raw_amount_hex_str: "0xeee53a0",
    usd_value: 250.5,
  });
});

test("is_all=false omits receipts of deposits", async () => {
  const list = await request<UserToken[]>(`/v1/user/token_list?id=${ALICE}&chain_id=eth&is_all=False`);
  expect(list.map(({ id }) => id)).toEqual(["eth", USDC, FAKE_USDC, HOSTILE, NAMELESS]);
  const all = await request<UserToken[]>(`/v1/user/all_token_list?id=${ALICE}&is_all=0`);
  expect(all.map(({ id }) => id)).not.toContain(RECEIPT);
});

test("the largest uint256 is exact, and its amount finite", async () => {
  const text = await (await api.get(`/v1/user/token?id=${ALICE}&chain_id=eth&token_id=${HOSTILE}`)).text();
  expect(text).toContain(
    '"raw_amount":115792089237316195423570985008687907853269984665640564039457584007913129639935,',
  );
  expect(JSON.parse(text)).toMatchObject({ amount: 1.157920892373162e-178 });
});

test("GET /v1/user/all_token_list is one list over the synced chains, and names the others", async () => {
  const target = `/v1/user/all_token_list?id=${ALICE}&chain_ids=base,arb,bsc,eth,base`;
  const list = await request<UserToken[]>(target);
  expect(list.map(({ chain, id }) => `${chain}:${id}`)).toEqual([
    "eth:eth",
    `eth:${RECEIPT}`,
    `eth:${USDC}`,
    `base:${BASE_USDC}`,
    `eth:${FAKE_USDC}`,
    `eth:${HOSTILE}`,
    `eth:${NAMELESS}`,
  ]);
  expect([...(await readChains(target))]).toEqual([
    ["base", { block: 7_000_000, time: 1_763_700_100 }],
    ["eth", { block: 19_000_000, time: 1_763_700_000, since: 18_992_800 }],
    ["arb", { syncing: true }],
    ["bsc", { unserved: true }],
  ]);
});

test("an empty chain_ids means all chains", async () => {
  const all = await request<UserToken[]>(`/v1/user/all_token_list?id=${ALICE}`);
  expect(await request<UserToken[]>(`/v1/user/all_token_list?id=${ALICE}&chain_ids=`)).toEqual(all);
  expect((await readChains(`/v1/user/all_token_list?id=${ALICE}&chain_ids=`)).size).toBe(72);
});

test("a total is the sum of its chains' chain_balance, without derived tokens", async () => {
  const total = await request<UserTotalBalance>(`/v1/user/total_balance?id=${ALICE}`);
  const eth = await request<{ usd_value: number }>(`/v1/user/chain_balance?id=${ALICE}&chain_id=eth`);
  expect(eth.usd_value).toBe(240.01488732519655 * 3000 + 250.5);
  expect(total.chain_list.map(({ id, usd_value }) => [id, usd_value])).toEqual([
    ["eth", eth.usd_value],
    ["base", 5],
  ]);
  expect(total.total_usd_value).toBe(eth.usd_value + 5);
  expect(total.err_chain_ids).toEqual(["arb"]);
});

test("GET /v1/user/used_chain_list has the chains that the owner used", async () => {
  const list = await request<Chain[]>(`/v1/user/used_chain_list?id=${ALICE}`);
  expect(list.map(({ id, born_at }) => [id, born_at])).toEqual([
    ["eth", null],
    ["base", null],
  ]);
  expect(await request<Chain[]>(`/v1/user/used_chain_list?id=${BOB}`)).toEqual([]);
});

test("totals, used chains, apps and a protocol are filtered by chain_ids, and name these chains", async () => {
  const only = `id=${ALICE}&chain_ids=base`;
  const base = { total_usd_value: 5, chain_list: [{ id: "base", usd_value: 5 }] };
  expect(await request<UserTotalBalance>(`/v1/user/total_balance?${only}`)).toMatchObject(base);
  expect((await request<Chain[]>(`/v1/user/used_chain_list?${only}`)).map(({ id }) => id)).toEqual(["base"]);
  for (const path of ["total_balance?", "used_chain_list?", "complex_app_list?", "protocol?protocol_id=aave3&"]) {
    expect([...(await readChains(`/v1/user/${path}${only}`)).keys()]).toEqual(["base"]);
    const unknown = await api.get(`/v1/user/${path}${only},nowhere`);
    expect([unknown.status, ((await unknown.json()) as { code: string }).code]).toEqual([400, "invalid_chain"]);
  }
});

test("born_at is known only on a chain that is indexed from its first block", async () => {
  const token = WETH;
  const position = { blockNumber: 18_999_999n, txIndex: 0, kind: LegKind.token, index: 1, subIndex: 0 };
  const leg = { ...position, txHash: `0x${"22".repeat(32)}` as const, timeAt: 1_700_000_000 };
  const legs = [{ ...leg, owner: CAROL, isInbound: true, token, counterparty: ALICE, rawAmount: 1n }];
  for (const chain of ["eth", "base"]) {
    await copyLegs(api.db, chain, legs);
    await writeBalances(api.db, chain, leg.blockNumber, [{ owner: CAROL, token, rawAmount: 1n }]);
  }
  const list = await request<Chain[]>(`/v1/user/used_chain_list?id=${CAROL}`);
  expect(list.map(({ id, born_at }) => [id, born_at])).toEqual([
    ["eth", null],
    ["base", 1_700_000_000],
  ]);
});

test("a new price and a new token appear in responses by notification", async () => {
  await upsertTokens(api.db, [{ ...unknownToken("base", WETH), symbol: "NEW", decimals: 0 }]);
  const prices = [{ token: BASE_USDC, usd: 2, source: "test", blockNumber: 2n, timeAt: 2 }];
  await replacePrices(api.db, "base", prices);
  await vi.waitFor(async () => {
    expect(await request<Token>(`/v1/token?chain_id=base&id=${BASE_USDC}`)).toMatchObject({ price: 2 });
  });
  expect(await request<Token>(`/v1/token?chain_id=base&id=${WETH}`)).toMatchObject({ symbol: "NEW" });
});

test("a balance of a token without metadata is listed, with nulls", async () => {
  const token = "0x00000000000000000000000000000000000000ff";
  await writeBalances(api.db, "base", 7_000_000n, [{ owner: BOB, token, rawAmount: 3n }]);
  const [held] = await request<UserToken[]>(`/v1/user/token_list?id=${BOB}&chain_id=base`);
  expect(held).toMatchObject({ id: token, symbol: null, decimals: null, amount: 3, price: 0 });
  expect(await request<UserToken>(`/v1/user/token?id=${BOB}&chain_id=base&token_id=${token}`)).toMatchObject({
    amount: 3,
  });
});

test("the native coin's ERC-7528 address never appears in responses", async () => {
  const text = await (await api.get(`/v1/user/all_token_list?id=${ALICE}`)).text();
  expect(text).not.toContain(NATIVE_TOKEN);
});

test("health operations need no key", async () => {
  const look = async (path: string): Promise<unknown> => (await fetch(api.url + path)).json();
  expect(await look("/healthz")).toEqual({ status: "ok" });
  expect(await look("/readyz")).toEqual({ status: "ok", notifications: "received" });
});

test("a mask keeps only the named fields", async () => {
  const masked = await request<unknown>(`/v1/user/total_balance?id=${ALICE}`, {
    "X-Fields": "{chain_list{id,usd_value}}",
  });
  expect(masked).toEqual({
    chain_list: [
      { id: "eth", usd_value: expect.any(Number) },
      { id: "base", usd_value: expect.any(Number) },
    ],
  });
  const text = await (
    await api.get(`/v1/user/token?id=${ALICE}&chain_id=eth&token_id=eth`, { "X-Fields": "raw_amount" })
  ).text();
  expect(text).toBe('{"raw_amount":240014887325196554938}');
});

test("HEAD responds like GET, without a body", async () => {
  const res = await fetch(`${api.url}/v1/chain?id=eth`, { method: "HEAD", headers: { AccessKey: api.key } });
  expect([res.status, await res.text()]).toEqual([200, ""]);
  expect(Number(res.headers.get("content-length"))).toBeGreaterThan(100);
});

test("every operation is implemented", () => {
  expect(unbuiltOperations).toEqual([]);
});

test("the block of the header is the block of the figures", async () => {
  const chain = (await readChains(`/v1/user/token_list?id=${ALICE}&chain_id=eth`)).get("eth");
  expect(chain).toEqual({ block: Number(ETH_HEAD.blockNumber), time: ETH_HEAD.timeAt, since: 18_992_800 });
});
