import { expect, test } from "vitest";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

test("an unknown subscription is refused by its parameter, and a wrong start by its own", async () => {
  const path = "/v1/account/subscriptions/sub_nobody/dead_letters";
  const { status, errors } = await readProblem(await api.get(path));
  expect({ status, errors }).toEqual({ status: 400, errors: { subscription_id: "is not a subscription of yours" } });
  const wrong = await readProblem(await api.get(`${path}?start=-1`));
  expect(Object.keys(wrong.errors ?? {})).toEqual(["start"]);
});
