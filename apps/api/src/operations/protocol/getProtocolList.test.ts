import type { Protocol } from "@portico/contract";
import { listDeployed } from "@portico/protocols";
import { replacePools } from "@portico/store";
import { afterAll, expect, test } from "vitest";
import { ETH_HEAD } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const stats = (tvlUsd: number | null) => ({ ...ETH_HEAD, tvlUsd, pools: [] });

test("a chain's protocols are all listed, the largest first, then by id", async () => {
  const ids = listDeployed("eth").map(({ id }) => id);
  const [small = "", large = ""] = ids.toSorted().slice(-2);
  await replacePools(api.db, "eth", small, stats(100));
  await replacePools(api.db, "eth", large, stats(5e9));
  await api.api.protocols.reload();
  const list = (await api.getJson<Protocol[]>("/v1/protocol/list?chain_id=eth")).map(({ id }) => id);
  expect(list).toEqual([large, small, ...ids.filter((id) => id !== small && id !== large).toSorted()]);
});

test("each entry equals GET /v1/protocol of its id, and the header has the chain only", async () => {
  const list = await api.getJson<Protocol[]>("/v1/protocol/list?chain_id=base");
  for (const protocol of list.slice(0, 5)) {
    expect(await api.getJson<Protocol>(`/v1/protocol?id=${protocol.id}`)).toEqual(protocol);
  }
  const header = await api.getChains("/v1/protocol/list?chain_id=base");
  expect([...header]).toEqual([["base", { block: 7_000_000, time: 1_763_700_100 }]]);
});

test("an unserved or unknown chain has no list", async () => {
  for (const chain of ["bsc", "mars"]) {
    const problem = await readProblem(await api.get(`/v1/protocol/list?chain_id=${chain}`));
    expect(problem).toMatchObject({ status: 400, code: "invalid_chain" });
  }
});
