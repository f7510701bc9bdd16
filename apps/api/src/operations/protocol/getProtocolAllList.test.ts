import type { Protocol } from "@portico/contract";
import { chains } from "@portico/evm";
import { listDeployed } from "@portico/protocols";
import { expect, test } from "vitest";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

const SERVED = ["eth", "base", "arb"];

test("the list of all chains has the protocols of served chains, and its header all chains", async () => {
  const list = await api.getJson<Protocol[]>("/v1/protocol/all_list");
  expect(list.map(({ id }) => id)).toEqual(SERVED.flatMap((slug) => listDeployed(slug).map(({ id }) => id)).toSorted());
  expect(new Set(list.map(({ chain }) => chain))).toEqual(
    new Set(SERVED.filter((slug) => listDeployed(slug).length > 0)),
  );
  const header = (await api.get("/v1/protocol/all_list")).headers.get("portico-chains") ?? "";
  expect(header.split(", ")).toHaveLength(chains.length);
});

test("it is the lists of the served chains, taken together", async () => {
  const lists = await Promise.all(SERVED.map((slug) => api.getJson<Protocol[]>(`/v1/protocol/list?chain_id=${slug}`)));
  const byId = (a: Protocol, b: Protocol): number => (a.id < b.id ? -1 : 1);
  const all = await api.getJson<Protocol[]>("/v1/protocol/all_list");
  expect(all.toSorted(byId)).toEqual(lists.flat().toSorted(byId));
});
