import type { Token } from "@portico/contract";
import { expect, test } from "vitest";
import { BASE_USDC, BOB, USDC, WETH } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

test("GET /v1/token/list_by_ids keeps the requested order, drops duplicates and unknown tokens", async () => {
  const ids = ["eth", WETH, BOB, USDC.toUpperCase().replace("0X", "0x"), USDC, "eth"];
  const list = await api.getJson<Token[]>(`/v1/token/list_by_ids?chain_id=eth&ids=${ids.join(",")}`);
  expect(list.map(({ id }) => id)).toEqual(["eth", WETH, USDC]);
});

test("each entry equals GET /v1/token of its id, and the header has the tokens' chain only", async () => {
  const target = `/v1/token/list_by_ids?chain_id=base&ids=${BASE_USDC},base,${USDC}`;
  const list = await api.getJson<Token[]>(target);
  expect(list.map(({ id }) => id)).toEqual([BASE_USDC, "base"]);
  for (const token of list) {
    expect(await api.getJson<Token>(`/v1/token?chain_id=base&id=${token.id}`)).toEqual(token);
  }
  expect([...(await api.getChains(target)).keys()]).toEqual(["base"]);
});

test.each([
  ["an unserved chain", `chain_id=bsc&ids=${USDC}`, "invalid_chain"],
  ["an id that is no address", `chain_id=eth&ids=${USDC},usdc`, "invalid_address"],
  ["another chain's coin", "chain_id=eth&ids=bnb", "invalid_address"],
  ["an empty entry", `chain_id=eth&ids=${USDC},,eth`, "invalid_params"],
])("%s is refused", async (_what, query, code) => {
  expect(await readProblem(await api.get(`/v1/token/list_by_ids?${query}`))).toMatchObject({ status: 400, code });
});
