import { expect, test } from "vitest";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

const OWNER = `0x${"0".repeat(39)}a`;

test.each([
  ["url", {}],
  ["owners.1", { owners: [OWNER, "vitalik.eth"] }],
  ["chain_ids.1", { chain_ids: ["eth", "nowhere"] }],
  ["kinds", { kinds: ["tokens"] }],
])("a wrong %s is refused by its name", async (field, change) => {
  const body = { url: "https://10.0.0.1/", owners: [OWNER], ...change };
  const problem = await readProblem(await api.post("/v1/account/subscriptions", JSON.stringify(body)));
  expect([problem.status, problem.code, Object.keys(problem.errors ?? {})]).toEqual([400, "invalid_params", [field]]);
});
