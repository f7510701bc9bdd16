import type { UserTotalBalance } from "@portico/contract";
import { expect, test } from "vitest";
import { DAVE, DAVES_USD } from "../../testing/fillOwners.ts";
import { ALICE, BOB } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

test("a total is the sum of its chains' chain_balance, without derived tokens", async () => {
  const total = await api.getJson<UserTotalBalance>(`/v1/user/total_balance?id=${ALICE}`);
  const eth = await api.getJson<{ usd_value: number }>(`/v1/user/chain_balance?id=${ALICE}&chain_id=eth`);
  expect(eth.usd_value).toBe(240.01488732519655 * 3000 + 250.5);
  expect(total.chain_list.map(({ id, usd_value }) => [id, usd_value])).toEqual([
    ["eth", eth.usd_value],
    ["base", 5],
  ]);
  expect(total.total_usd_value).toBe(eth.usd_value + 5);
  expect(total.err_chain_ids).toEqual(["arb"]);
});

test("positions count with their net value, debts subtracted", async () => {
  const total = await api.getJson<UserTotalBalance>(`/v1/user/total_balance?id=${DAVE}`);
  const { ether, aave3, uniswap2, base_aave3 } = DAVES_USD;
  expect(total.chain_list.map(({ id, usd_value }) => [id, usd_value])).toEqual([
    ["eth", ether + aave3 + uniswap2],
    ["base", base_aave3],
  ]);
  expect([total.total_usd_value, total.err_protocol_ids]).toEqual([14_030, undefined]);
});

test("each chain of the list is described as by GET /v1/chain", async () => {
  const { chain_list } = await api.getJson<UserTotalBalance>(`/v1/user/total_balance?id=${BOB}`);
  const eth = await api.getJson<object>("/v1/chain?id=eth");
  expect(chain_list[0]).toEqual({ ...eth, usd_value: 0 });
});

test("it is filtered by chain_ids; an unserved chain adds nothing, and an unknown one is refused", async () => {
  const only = await api.getJson<UserTotalBalance>(`/v1/user/total_balance?id=${ALICE}&chain_ids=base,bsc`);
  expect(only).toMatchObject({ total_usd_value: 5, chain_list: [{ id: "base", usd_value: 5 }] });
  expect(only).not.toHaveProperty("err_chain_ids");
  const unknown = await api.get(`/v1/user/total_balance?id=${ALICE}&chain_ids=base,nowhere`);
  expect(await readProblem(unknown)).toMatchObject({ status: 400, code: "invalid_chain" });
});
