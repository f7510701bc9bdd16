import { expect, test } from "vitest";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

test("the process is running, for clients without a key too", async () => {
  const response = await fetch(`${api.url}/healthz`);
  expect([response.status, await response.json()]).toEqual([200, { status: "ok" }]);
});
