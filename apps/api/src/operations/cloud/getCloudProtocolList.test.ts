import type { Protocol } from "@portico/contract";
import { expect, test } from "vitest";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

test("protocols equal their /v1 counterparts, by id, and one is found by its id", async () => {
  const protocols = await api.getJson<Protocol[]>("/v1/protocol/list?chain_id=base");
  const ids = protocols.map(({ id }) => id).toSorted();
  expect((await api.getJson<Protocol[]>("/cloud/protocol/list?chain_id=base")).map(({ id }) => id)).toEqual(
    ids.slice(0, 100),
  );
  expect(await api.getJson("/cloud/protocol/list?id=uniswap2")).toEqual([
    await api.getJson("/v1/protocol?id=uniswap2"),
  ]);
});

test("protocols of all served chains are listed page by page, each once", async () => {
  const all = await api.getJson<Protocol[]>("/v1/protocol/all_list");
  const pages: Protocol[][] = [];
  for (let start = 0; start < all.length; start += 100) {
    pages.push(await api.getJson<Protocol[]>(`/cloud/protocol/list?start=${start}`));
  }
  const ids = pages.flat().map(({ id }) => id);
  expect(ids.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
});
