import type { UserToken } from "@portico/contract";
import { expect, test } from "vitest";
import { ALICE, USDC, WETH } from "../../testing/fillStore.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

test("an owner's amounts of named tokens, 0 of those that it does not hold", async () => {
  const list = { id: ALICE, uuids: [`eth:${WETH}`, `eth:${USDC}`, "eth:0x00000000000000000000000000000000000000ff"] };
  const held = (await (await api.post("/v1/user/specific_token_list", JSON.stringify(list))).json()) as UserToken[];
  expect(held.map(({ id, amount }) => [id, amount])).toEqual([
    [WETH, 0],
    [USDC, 250.5],
  ]);
});
