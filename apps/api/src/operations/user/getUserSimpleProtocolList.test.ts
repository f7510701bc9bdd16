import type { UserProtocol, UserSimpleProtocol } from "@portico/contract";
import { expect, test } from "vitest";
import { DAVE, DAVES_USD } from "../../testing/fillOwners.ts";
import { ALICE } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();
const request = (id: string, chain: string) =>
  api.getJson<UserSimpleProtocol[]>(`/v1/user/simple_protocol_list?id=${id}&chain_id=${chain}`);

test("each protocol has its deposits, its debts and their difference, most valuable first", async () => {
  const figures = (await request(DAVE, "eth")).map((protocol) => [
    protocol.id,
    protocol.asset_usd_value,
    protocol.debt_usd_value,
    protocol.net_usd_value,
  ]);
  expect(figures).toEqual([
    ["uniswap2", 6000, 0, DAVES_USD.uniswap2],
    ["aave3", 6000, 1000, DAVES_USD.aave3],
  ]);
  expect(await request(DAVE, "base")).toMatchObject([
    { id: "base_aave3", chain: "base", name: "Aave V3", asset_usd_value: 50, debt_usd_value: 20 },
  ]);
});

test("it is complex_protocol_list without positions", async () => {
  const complex = await api.getJson<UserProtocol[]>(`/v1/user/complex_protocol_list?chain_id=eth&id=${DAVE}`);
  expect(await request(DAVE, "eth")).toEqual(complex.map(({ portfolio_item_list: _items, ...simple }) => simple));
});

test("a protocol that paid out everything is not listed", async () => {
  expect(await request(ALICE, "eth")).toEqual([]);
});

test.each([
  ["bsc", 400, "invalid_chain"],
  ["arb", 503, "upstream_error"],
])("%s, which is not served or not synced yet, has no list", async (chain, status, code) => {
  const res = await api.get(`/v1/user/simple_protocol_list?id=${DAVE}&chain_id=${chain}`);
  expect(await readProblem(res)).toMatchObject({ status, code });
});
