import type { UserToken } from "@portico/contract";
import { Token } from "structured-headers";
import { expect, test } from "vitest";
import { ERIN, NO_METADATA } from "../../testing/fillOwners.ts";
import { ALICE, ETH_HEAD, FAKE_USDC, HOSTILE, NAMELESS, RECEIPT, USDC } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

test("GET /v1/user/token_list is sorted by value, then id, without zero balances", async () => {
  const list = await api.getJson<UserToken[]>(`/v1/user/token_list?id=${ALICE}&chain_id=eth`);
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
  const list = await api.getJson<UserToken[]>(`/v1/user/token_list?id=${ALICE}&chain_id=eth&is_all=False`);
  expect(list.map(({ id }) => id)).toEqual(["eth", USDC, FAKE_USDC, HOSTILE, NAMELESS]);
});

test("a balance of a token without metadata is listed, with nulls", async () => {
  const [held] = await api.getJson<UserToken[]>(`/v1/user/token_list?id=${ERIN}&chain_id=base`);
  expect(held).toMatchObject({ id: NO_METADATA, symbol: null, decimals: null, amount: 3, price: 0 });
});

test("the block of the header is the block of the figures", async () => {
  const chain = (await api.getChains(`/v1/user/token_list?id=${ALICE}&chain_id=eth`)).get("eth");
  expect(chain).toEqual({
    block: Number(ETH_HEAD.blockNumber),
    time: ETH_HEAD.timeAt,
    since: 18_992_800,
    ledger: new Token("closed"),
  });
});

test.each([
  ["bsc", 400, "invalid_chain"],
  ["arb", 503, "upstream_error"],
])("%s, which is not served or not synced yet, has no list", async (chain, status, code) => {
  const res = await api.get(`/v1/user/token_list?id=${ALICE}&chain_id=${chain}`);
  expect(await readProblem(res)).toMatchObject({ status, code });
});
