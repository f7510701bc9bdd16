import type { UserProtocol } from "@portico/contract";
import { Token } from "structured-headers";
import { expect, test } from "vitest";
import { DAVE, DAVES_USD } from "../../testing/fillOwners.ts";
import { BOB, RECEIPT, USDC, WETH } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();
const PATH = "/v1/user/all_complex_protocol_list";
const request = (id: string, more = "") => api.getJson<UserProtocol[]>(`${PATH}?id=${id}${more}`);

test("the positions of all chains are one list, most valuable protocol first", async () => {
  const { uniswap2, aave3, base_aave3 } = DAVES_USD;
  expect((await request(DAVE)).map(({ id, chain, net_usd_value }) => [id, chain, net_usd_value])).toEqual([
    ["uniswap2", "eth", uniswap2],
    ["aave3", "eth", aave3],
    ["base_aave3", "base", base_aave3],
  ]);
  expect(await request(BOB)).toEqual([]);
});

test("a position has its tokens at today's prices, a debt is negative in asset_dict", async () => {
  const [pair, market] = await request(DAVE);
  expect(pair?.portfolio_item_list).toMatchObject([
    {
      name: "Liquidity Pool",
      stats: { asset_usd_value: 6000, debt_usd_value: 0, net_usd_value: 6000 },
      detail_types: ["common"],
      detail: {
        supply_token_list: [
          { id: WETH, amount: 1, price: 3000 },
          { id: USDC, amount: 3000, price: 1 },
        ],
      },
      asset_dict: { [WETH]: 1, [USDC]: 3000 },
      pool: { controller: RECEIPT, project_id: "uniswap2", chain: "eth" },
      base: { user_addr: DAVE },
    },
  ]);
  expect(market?.portfolio_item_list).toMatchObject([
    {
      name: "Lending",
      stats: { asset_usd_value: 6000, debt_usd_value: 1000, net_usd_value: 5000 },
      detail: {
        supply_token_list: [{ id: "eth", amount: 2 }],
        borrow_token_list: [{ id: USDC, amount: 1000 }],
        health_rate: 1.5,
      },
      asset_dict: { eth: 2, [USDC]: -1000 },
    },
  ]);
});

test("its entries equal those of the chains' complex_protocol_list", async () => {
  const all = await request(DAVE);
  for (const chain of ["eth", "base"]) {
    const list = await api.getJson<UserProtocol[]>(`/v1/user/complex_protocol_list?id=${DAVE}&chain_id=${chain}`);
    expect(all.filter((protocol) => protocol.chain === chain)).toEqual(list);
  }
});

test("it is filtered by chain_ids, names the chains that can't respond, and refuses an unknown one", async () => {
  expect((await request(DAVE, "&chain_ids=base,arb,bsc")).map(({ id }) => id)).toEqual(["base_aave3"]);
  expect([...(await api.getChains(`${PATH}?id=${DAVE}&chain_ids=base,arb,bsc`))]).toEqual([
    ["base", { block: 7_000_000, time: 1_763_700_100, ledger: new Token("closed") }],
    ["arb", { syncing: true }],
    ["bsc", { unserved: true }],
  ]);
  const unknown = await api.get(`${PATH}?id=${DAVE}&chain_ids=base,nope`);
  expect(await readProblem(unknown)).toMatchObject({ status: 400, code: "invalid_chain" });
});
