import type { Chain } from "@portico/contract";
import { chains } from "@portico/evm";
import { expect, test } from "vitest";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

test("GET /v1/chain/list has all 72 chains in the contract's order, and marks the served ones", async () => {
  const list = await api.getJson<Chain[]>("/v1/chain/list");
  expect(list.map(({ id }) => id)).toEqual(chains.map(({ slug }) => slug));
  expect(
    list
      .filter(({ is_served }) => is_served)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(["arb", "base", "eth"]);
});

test("each entry equals GET /v1/chain of its id", async () => {
  const list = await api.getJson<Chain[]>("/v1/chain/list");
  for (const id of ["eth", "base", "gravity"]) {
    expect(list.find((chain) => chain.id === id)).toEqual(await api.getJson<Chain>(`/v1/chain?id=${id}`));
  }
});

test("every chain's status is in Portico-Chains", async () => {
  const all = await api.getChains("/v1/chain/list");
  expect([all.size, all.get("arb"), all.get("gravity")]).toEqual([72, { syncing: true }, { unserved: true }]);
});
