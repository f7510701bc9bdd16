import type { Chain } from "@portico/contract";
import { expect, test } from "vitest";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

test("chains equal their /v1 counterparts, by id, and one is found by its id", async () => {
  const chains = await api.getJson<Chain[]>("/cloud/chain/list");
  const all = await api.getJson<Chain[]>("/v1/chain/list");
  expect(chains.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted());
  expect(await api.getJson("/cloud/chain/list?id=base")).toEqual(all.filter(({ id }) => id === "base"));
});

test("every chain's status is in Portico-Chains", async () => {
  const all = await api.getChains("/cloud/chain/list");
  expect([all.size, all.get("arb"), all.get("gravity")]).toEqual([72, { syncing: true }, { unserved: true }]);
});
