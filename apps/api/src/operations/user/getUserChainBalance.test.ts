import type { UserToken, UserUsdValue } from "@portico/contract";
import { Token } from "structured-headers";
import { expect, test } from "vitest";
import { DAVE, DAVES_USD } from "../../testing/fillOwners.ts";
import { ALICE, BOB } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();
const request = (id: string, chain: string) =>
  api.getJson<UserUsdValue>(`/v1/user/chain_balance?id=${id}&chain_id=${chain}`);

test("a balance is the value of the wallet's tokens, without receipts of deposits", async () => {
  expect(await request(ALICE, "eth")).toEqual({ usd_value: 240.01488732519655 * 3000 + 250.5 });
  expect(await request(ALICE, "base")).toEqual({ usd_value: 5 });
  expect(await request(BOB, "eth")).toEqual({ usd_value: 0 });
  const tokens = await api.getJson<UserToken[]>(`/v1/user/token_list?id=${ALICE}&chain_id=eth&is_all=false`);
  expect(tokens.reduce((sum, { usd_value }) => sum + (usd_value ?? 0), 0)).toBe(
    (await request(ALICE, "eth")).usd_value,
  );
});

test("positions are added with their net value, debts subtracted", async () => {
  const { ether, aave3, uniswap2, base_aave3 } = DAVES_USD;
  expect(await request(DAVE, "eth")).toEqual({ usd_value: ether + aave3 + uniswap2 });
  expect(await request(DAVE, "base")).toEqual({ usd_value: base_aave3 });
});

test("the header has the block of the figure", async () => {
  const target = `/v1/user/chain_balance?id=${DAVE}&chain_id=base`;
  expect([...(await api.getChains(target))]).toEqual([
    ["base", { block: 7_000_000, time: 1_763_700_100, ledger: new Token("closed") }],
  ]);
});

test.each([
  ["bsc", 400, "invalid_chain"],
  ["nope", 400, "invalid_chain"],
  ["arb", 503, "upstream_error"],
])("%s, which is not served or not synced yet, has no balance", async (chain, status, code) => {
  const res = await api.get(`/v1/user/chain_balance?id=${ALICE}&chain_id=${chain}`);
  expect(await readProblem(res)).toMatchObject({ status, code });
});
