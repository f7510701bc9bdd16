import type { UserToken } from "@portico/contract";
import { expect, test } from "vitest";
import { ALICE, BASE_USDC, NAMELESS, USDC, WETH } from "../../testing/fillStore.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

const user = `id=${ALICE}`;

test("tokens are found by part of a name, held ones first, and by id", async () => {
  const search = async (rest: string) =>
    (await api.getJson<UserToken[]>(`/v1/user/token_search?${user}&${rest}`)).map(({ chain, id }) => `${chain}:${id}`);
  const coins = await search("q=usd");
  expect(coins.slice(0, 2)).toEqual(expect.arrayContaining([`eth:${USDC}`]));
  expect(coins).toContain(`base:${BASE_USDC}`);
  expect(await search("q=wrapped&chain_id=eth")).toEqual([`eth:${WETH}`]);
  expect(await search("q=wrapped&chain_id=eth&has_balance=true")).toEqual([]);
  expect(await search(`q=${NAMELESS}`)).toEqual([`eth:${NAMELESS}`]);
  expect(await search("q=%25")).toEqual([]);
});
