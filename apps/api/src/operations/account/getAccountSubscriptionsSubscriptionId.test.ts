import { expect, test } from "vitest";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

test("an unknown subscription is refused by its parameter", async () => {
  const { status, errors } = await readProblem(await api.get("/v1/account/subscriptions/sub_nobody"));
  expect({ status, errors }).toEqual({ status: 400, errors: { subscription_id: "is not a subscription of yours" } });
});
