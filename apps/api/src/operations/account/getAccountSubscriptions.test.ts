import { expect, test } from "vitest";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

test("a key without subscriptions has an empty list, and a page has a limit", async () => {
  expect(await api.getJson("/v1/account/subscriptions?start=5&limit=100")).toEqual({ subscriptions: [], total: 0 });
  const { errors } = await readProblem(await api.get("/v1/account/subscriptions?limit=101"));
  expect(Object.keys(errors ?? {})).toEqual(["limit"]);
});
