import type { UserProtocol, UserSimpleProtocol } from "@portico/contract";
import { Token } from "structured-headers";
import { expect, test } from "vitest";
import { DAVE, DAVES_USD } from "../../testing/fillOwners.ts";
import { BOB } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();
const PATH = "/v1/user/all_simple_protocol_list";
const request = (id: string, more = "") => api.getJson<UserSimpleProtocol[]>(`${PATH}?id=${id}${more}`);

test("the protocols of all chains are one list, most valuable first", async () => {
  const { uniswap2, aave3, base_aave3 } = DAVES_USD;
  expect((await request(DAVE)).map(({ id, chain, net_usd_value }) => [id, chain, net_usd_value])).toEqual([
    ["uniswap2", "eth", uniswap2],
    ["aave3", "eth", aave3],
    ["base_aave3", "base", base_aave3],
  ]);
  expect(await request(BOB)).toEqual([]);
});

test("it is all_complex_protocol_list without positions", async () => {
  const complex = await api.getJson<UserProtocol[]>(`/v1/user/all_complex_protocol_list?id=${DAVE}`);
  expect(await request(DAVE)).toEqual(complex.map(({ portfolio_item_list: _items, ...simple }) => simple));
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
