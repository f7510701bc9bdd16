import { afterAll, expect, test } from "vitest";
import { fillSubscription } from "../testing/fillSubscription.ts";
import { startTestDashboard, user } from "./testing/startTestDashboard.ts";

const dashboard = await startTestDashboard();
afterAll(() => dashboard.stop());
const alice = await dashboard.visit(user("1"));
const bob = await dashboard.visit(user("2"));

test("subscriptions are paused, what was given up is asked for again, and they end; others don't see them", async () => {
  const { body } = await alice.request("POST", "/dashboard/keys", { json: { name: "worker" } });
  const { accountId } = alice;
  const id = await fillSubscription(dashboard.db, { accountId, keyId: body.key.id, name: "shop" });
  const path = `/dashboard/subscriptions/${id}`;
  const expected = { id, name: "shop", owner_count: 1, chain_ids: ["eth"], kinds: ["token"], dead_letter_count: 1 };
  const list = (await alice.request("GET", "/dashboard/subscriptions")).body;
  expect(list).toMatchObject({ total_count: 1, subscription_list: [expected] });
  expect(JSON.stringify(list)).not.toContain("whsec_");
  expect((await alice.request("PATCH", path, { json: { is_paused: true } })).body).toMatchObject({ is_paused: true });
  const letters = (await alice.request("GET", `${path}/dead_letters`)).body;
  const [letter] = letters.dead_letter_list;
  expect(letter).toMatchObject({ type: "activity", number: 1, last_error: "answered 500", is_requested: false });
  const redelivery = { json: { event_ids: [letter.event_id] } };
  expect((await alice.request("POST", `${path}/redelivery`, redelivery)).body).toEqual({ requested_count: 1 });
  expect((await alice.request("GET", `${path}/dead_letters`)).body.dead_letter_list[0].is_requested).toBe(true);
  expect(await alice.refused("POST", `${path}/redelivery`, { json: { event_ids: ["x"] } })).toBe("400 invalid_params");
  for (const [method, of, options] of [
    ["PATCH", path, { json: { is_paused: false } }],
    ["GET", `${path}/dead_letters`, {}],
    ["POST", `${path}/redelivery`, { json: {} }],
    ["DELETE", path, {}],
  ] as const)
    expect(await bob.refused(method, of, options)).toBe("404 not_found");
  expect((await alice.request("DELETE", path)).status).toBe(200);
  expect((await alice.request("GET", "/dashboard/subscriptions")).body.total_count).toBe(0);
});
