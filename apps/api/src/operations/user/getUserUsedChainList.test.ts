import type { Chain } from "@portico/contract";
import { expect, test } from "vitest";
import { ERIN, FIRST_USE } from "../../testing/fillOwners.ts";
import { ALICE, BOB } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();
const request = (id: string, more = "") => api.getJson<Chain[]>(`/v1/user/used_chain_list?id=${id}${more}`);

test("GET /v1/user/used_chain_list has the chains that the owner used", async () => {
  const list = await request(ALICE);
  expect(list.map(({ id, born_at }) => [id, born_at])).toEqual([
    ["eth", null],
    ["base", null],
  ]);
  expect(await request(BOB)).toEqual([]);
});

test("born_at is known only on a chain that is indexed from its first block", async () => {
  const list = await request(ERIN);
  expect(list.map(({ id, born_at }) => [id, born_at])).toEqual([
    ["eth", null],
    ["base", FIRST_USE],
  ]);
});

test("each chain is described as by GET /v1/chain", async () => {
  const [, base] = await request(ERIN);
  expect(base).toEqual({ ...(await api.getJson<Chain>("/v1/chain?id=base")), born_at: FIRST_USE });
});

test("it is filtered by chain_ids; only a chain during its first sync is an error, and an unknown one is refused", async () => {
  expect((await request(ALICE, "&chain_ids=base,bsc")).map(({ id }) => id)).toEqual(["base"]);
  expect([...(await api.getChains(`/v1/user/used_chain_list?id=${ALICE}&chain_ids=base,bsc`)).keys()]).toEqual([
    "base",
    "bsc",
  ]);
  const syncing = await api.get(`/v1/user/used_chain_list?id=${ALICE}&chain_ids=arb`);
  expect(await readProblem(syncing)).toMatchObject({ status: 503, code: "upstream_error" });
  const unknown = await api.get(`/v1/user/used_chain_list?id=${ALICE}&chain_ids=nope`);
  expect(await readProblem(unknown)).toMatchObject({ status: 400, code: "invalid_chain" });
});
