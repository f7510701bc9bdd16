import { expect, test } from "vitest";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

test("an unknown subscription, and a field that does not exist, are refused by their names", async () => {
  const path = "/v1/account/subscriptions/sub_nobody/redelivery";
  const { status, errors } = await readProblem(await api.post(path, "{}"));
  expect({ status, errors }).toEqual({ status: 400, errors: { subscription_id: "is not a subscription of yours" } });
  const wrong = await readProblem(await api.post(path, '{"events":[]}'));
  expect([wrong.code, wrong.errors]).toEqual(["invalid_params", { body: expect.stringContaining("events") as string }]);
});
