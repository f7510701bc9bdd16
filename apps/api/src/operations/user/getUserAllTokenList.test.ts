import type { UserToken } from "@portico/contract";
import { Token } from "structured-headers";
import { expect, test } from "vitest";
import { ALICE, BASE_USDC, BOB, FAKE_USDC, HOSTILE, NAMELESS, RECEIPT, USDC } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

test("GET /v1/user/all_token_list is one list over the synced chains, and names the others", async () => {
  const target = `/v1/user/all_token_list?id=${ALICE}&chain_ids=base,arb,bsc,eth,base`;
  const list = await api.getJson<UserToken[]>(target);
  expect(list.map(({ chain, id }) => `${chain}:${id}`)).toEqual([
    "eth:eth",
    `eth:${RECEIPT}`,
    `eth:${USDC}`,
    `base:${BASE_USDC}`,
    `eth:${FAKE_USDC}`,
    `eth:${HOSTILE}`,
    `eth:${NAMELESS}`,
  ]);
  expect([...(await api.getChains(target))]).toEqual([
    ["base", { block: 7_000_000, time: 1_763_700_100, ledger: new Token("closed") }],
    ["eth", { block: 19_000_000, time: 1_763_700_000, since: 18_992_800, ledger: new Token("closed") }],
    ["arb", { syncing: true }],
    ["bsc", { unserved: true }],
  ]);
});

test("its entries equal those of the chains' token_list", async () => {
  const all = await api.getJson<UserToken[]>(`/v1/user/all_token_list?id=${ALICE}`);
  for (const chain of ["eth", "base"]) {
    const list = await api.getJson<UserToken[]>(`/v1/user/token_list?id=${ALICE}&chain_id=${chain}`);
    expect(all.filter((token) => token.chain === chain)).toEqual(list);
  }
});

test("an empty chain_ids means all chains", async () => {
  const all = await api.getJson<UserToken[]>(`/v1/user/all_token_list?id=${ALICE}`);
  expect(await api.getJson<UserToken[]>(`/v1/user/all_token_list?id=${ALICE}&chain_ids=`)).toEqual(all);
  expect((await api.getChains(`/v1/user/all_token_list?id=${ALICE}&chain_ids=`)).size).toBe(72);
});

test("is_all=false omits receipts of deposits", async () => {
  const all = await api.getJson<UserToken[]>(`/v1/user/all_token_list?id=${ALICE}&is_all=0`);
  expect(all.map(({ id }) => id)).not.toContain(RECEIPT);
});

test("an owner without tokens has an empty list; an unknown chain is refused, and one that is not served is not", async () => {
  expect(await api.getJson(`/v1/user/all_token_list?id=${BOB}`)).toEqual([]);
  expect(await api.getJson(`/v1/user/all_token_list?id=${ALICE}&chain_ids=bsc`)).toEqual([]);
  const unknown = await api.get(`/v1/user/all_token_list?id=${ALICE}&chain_ids=eth,nope`);
  expect(await readProblem(unknown)).toMatchObject({ status: 400, code: "invalid_chain" });
});
