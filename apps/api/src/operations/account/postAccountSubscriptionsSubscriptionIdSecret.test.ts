import { expect, test } from "vitest";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

test("the secret of an unknown subscription is not replaced", async () => {
  const response = await api.post("/v1/account/subscriptions/sub_nobody/secret", "");
  const { status, errors } = await readProblem(response);
  expect({ status, errors }).toEqual({ status: 400, errors: { subscription_id: "is not a subscription of yours" } });
});
