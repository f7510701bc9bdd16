import { expect, test } from "vitest";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

test("an unknown subscription is not changed", async () => {
  const response = await fetch(`${api.url}/v1/account/subscriptions/sub_nobody`, {
    method: "PATCH",
    headers: { AccessKey: api.key, "Content-Type": "application/json" },
    body: '{"is_paused":true}',
  });
  const { status, errors } = await readProblem(response);
  expect({ status, errors }).toEqual({ status: 400, errors: { subscription_id: "is not a subscription of yours" } });
});
