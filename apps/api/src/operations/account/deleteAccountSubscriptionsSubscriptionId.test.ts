import { expect, test } from "vitest";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

test("an unknown subscription is not ended", async () => {
  const response = await fetch(`${api.url}/v1/account/subscriptions/sub_nobody`, {
    method: "DELETE",
    headers: { AccessKey: api.key },
  });
  const { status, errors } = await readProblem(response);
  expect({ status, errors }).toEqual({ status: 400, errors: { subscription_id: "is not a subscription of yours" } });
});
