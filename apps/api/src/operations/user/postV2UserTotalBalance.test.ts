import type { UserTotalBalance } from "@portico/contract";
import { expect, test } from "vitest";
import { ALICE } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

const post = (fields: object) => api.post("/v2/user/total_balance", JSON.stringify({ id: ALICE, ...fields }));
const read = async (fields: object) => (await (await post(fields)).json()) as UserTotalBalance;

test("without exclusions it is the total of all chains", async () => {
  const all = await api.getJson<UserTotalBalance>(`/v1/user/total_balance?id=${ALICE}`);
  const none = {
    excluded_chain_ids: [],
    excluded_protocol_ids: [],
    excluded_token_uuids: [],
    included_token_uuids: [],
  };
  expect(all.total_usd_value).toBeGreaterThan(0);
  expect(await read({ ...none, is_core: false })).toEqual(all);
  expect(await read({})).toEqual(all);
});

test("chains are left out, and all of them may be", async () => {
  const { chain_list: list, total_usd_value: total } = await read({ excluded_chain_ids: ["eth", "nowhere"] });
  const base = await api.getJson<{ usd_value: number }>(`/v1/user/chain_balance?id=${ALICE}&chain_id=base`);
  expect(list.map(({ id }) => id)).toEqual(["base"]);
  expect(total).toBe(base.usd_value);
});

test.each(["excluded_protocol_ids", "excluded_token_uuids", "included_token_uuids"])(
  "%s would change the total in a way that is not supported: 400",
  async (name) => {
    const problem = await readProblem(await post({ [name]: ["eth:eth"] }));
    expect(problem).toMatchObject({ status: 400, code: "invalid_params" });
  },
);
