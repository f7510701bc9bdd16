import type { Chain } from "@portico/contract";
import { expect, test } from "vitest";
import { WETH } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

test("GET /v1/chain knows every chain and whether it is served", async () => {
  expect(await api.getJson<Chain>("/v1/chain?id=eth")).toMatchObject({
    id: "eth",
    community_id: 1,
    is_served: true,
    wrapped_token_id: WETH,
  });
  expect(await api.getJson<Chain>("/v1/chain?id=gravity")).toMatchObject({
    id: "gravity",
    is_served: false,
    is_support_balance_change: false,
  });
});

test("the chain's status is in Portico-Chains", async () => {
  expect([...(await api.getChains("/v1/chain?id=eth"))]).toEqual([
    ["eth", expect.objectContaining({ since: 18992800 })],
  ]);
  expect([...(await api.getChains("/v1/chain?id=arb"))]).toEqual([["arb", { syncing: true }]]);
});

test("an unknown chain is refused", async () => {
  expect(await readProblem(await api.get("/v1/chain?id=nope"))).toMatchObject({ status: 400, code: "invalid_chain" });
});
