import { Resolver } from "node:dns/promises";
import { findAccount, writeNotices } from "@portico/store";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { OPERATOR, startTestDashboard, user } from "./testing/startTestDashboard.ts";

const dashboard = await startTestDashboard({ allowsPrivateWebhooks: true });
const strict = await startTestDashboard({ allowsPrivateSites: true });
afterAll(() => Promise.all([dashboard.stop(), strict.stop()]));
const alice = await dashboard.visit(user("1"));
const bob = await dashboard.visit(user("2"));
const operator = await dashboard.visit(OPERATOR);
const carol = await strict.visit(user("3"));

const RULE = {
  name: " errors ",
  metric: "error_rate",
  threshold: 0.05,
  window_minutes: 15,
  min_requests: 100,
  url: null,
};
const create = (changes: object = {}) =>
  alice.request("POST", "/dashboard/alert_rules", { json: { ...RULE, ...changes } });

test("an alert rule is created, paused and deleted, and its webhook's secret is shown once; others don't see it", async () => {
  const { status, body, headers } = await create({ url: "http://127.0.0.1:9/hook" });
  expect([status, headers.get("cache-control")]).toEqual([201, "no-store"]);
  const { alert_rule: rule, secret } = body;
  expect(secret).toMatch(/^whsec_/);
  expect(rule).toMatchObject({ ...RULE, name: "errors", url: "http://127.0.0.1:9/hook", fired_at: null, value: null });
  expect((await create()).body.secret).toBeNull();
  const list = (await alice.request("GET", "/dashboard/alert_rules")).body;
  expect(list.alert_rule_list).toHaveLength(2);
  expect(JSON.stringify(list)).not.toContain("whsec_");
  const path = `/dashboard/alert_rules/${rule.id}`;
  expect((await alice.request("PATCH", path, { json: { is_paused: true } })).body.is_paused).toBe(true);
  expect(await bob.refused("PATCH", path, { json: { is_paused: false } })).toBe("404 not_found");
  expect(await bob.refused("DELETE", path)).toBe("404 not_found");
  expect((await bob.request("GET", "/dashboard/alert_rules")).body.alert_rule_list).toEqual([]);
  expect((await alice.request("DELETE", path)).status).toBe(200);
  expect((await alice.request("GET", "/dashboard/alert_rules")).body.alert_rule_list).toHaveLength(1);
});

test("an alert rule is changed by field; another condition is evaluated anew, and the first webhook's secret is shown once", async () => {
  const { alert_rule: rule } = (await create({ name: "before" })).body;
  const path = `/dashboard/alert_rules/${rule.id}`;
  const fire = () =>
    sql`update alert_rule set fired_at = now(), value = 0.9 where id = ${rule.id}`.execute(dashboard.db);
  const change = async (json: object) => await alice.request("PATCH", path, { json });
  await fire();
  const named = await change({ name: " after ", url: "http://127.0.0.1:9/one" });
  expect(named.headers.get("cache-control")).toBe("no-store");
  expect(named.body).toMatchObject({
    name: "after",
    threshold: 0.05,
    value: 0.9,
    secret: expect.stringMatching(/^whsec_/),
  });
  expect(named.body.fired_at).not.toBeNull();
  const moved = await change({ url: "http://127.0.0.1:9/two", threshold: 0.5 });
  expect(moved.body).toMatchObject({
    url: "http://127.0.0.1:9/two",
    threshold: 0.5,
    secret: null,
    fired_at: null,
    value: null,
  });
  const units = { metric: "units", threshold: 4000, window_minutes: 60, min_requests: 7 };
  expect((await change(units)).body).toMatchObject(units);
  expect((await change({ metric: "error_rate" })).body.errors).toEqual({
    threshold: expect.stringContaining("at most 1"),
  });
  expect((await change({ url: "nonsense" })).body.errors).toEqual({ url: expect.any(String) });
  expect((await change({ name: " " })).body.errors).toEqual({ name: "is empty" });
  const gone = (await change({ url: null })).body;
  expect([gone.url, gone.secret, gone.metric]).toEqual([null, null, "units"]);
  const again = (await change({ url: "http://127.0.0.1:9/one" })).body.secret;
  expect([again.startsWith("whsec_"), again === named.body.secret]).toEqual([true, false]);
  expect(await bob.refused("PATCH", path, { json: { threshold: 1 } })).toBe("404 not_found");
});

test("an account has 20 rules at most", async () => {
  while ((await alice.request("GET", "/dashboard/alert_rules")).body.alert_rule_list.length < 20) await create();
  expect((await create()).body.errors).toEqual({ body: "exceeds the limit of 20 alert rules per account" });
});

test.each([
  [{ threshold: 0 }, "threshold"],
  [{ threshold: 1.5 }, "threshold"],
  [{ window_minutes: 5 }, "window_minutes"],
  [{ metric: "latency" }, "metric"],
  [{ name: " " }, "name"],
  [{ url: "http://app.example/hook" }, "url"],
  [{ url: "https://127.0.0.1/hook" }, "url"],
  [{ url: "nonsense" }, "url"],
])("an invalid rule, %j, is refused by field", async (changes, field) => {
  const { status, body } = await carol.request("POST", "/dashboard/alert_rules", { json: { ...RULE, ...changes } });
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
});

test.each([
  [new DOMException("late", "TimeoutError"), "its host could not be looked up in time"],
  [Object.assign(new Error("late"), { code: "ETIMEOUT" }), "its host could not be looked up in time"],
  [Object.assign(new Error("none"), { code: "ENOTFOUND" }), "its host has no address"],
])("a webhook whose look-up fails with %s is refused with the reason", async (error, reason) => {
  const resolve4 = vi.spyOn(Resolver.prototype, "resolve4").mockRejectedValue(error);
  const resolve6 = vi.spyOn(Resolver.prototype, "resolve6").mockRejectedValue(error);
  const json = { ...RULE, url: "https://app.example/hook" };
  const { status, body } = await carol.request("POST", "/dashboard/alert_rules", { json });
  resolve4.mockRestore();
  resolve6.mockRestore();
  expect([status, body.errors]).toEqual([400, { url: `can't be a webhook: ${reason}` }]);
});

test("notices are listed newest first, for their account only, and marked as read", async () => {
  const { accountId } = alice;
  const notices = ["first", "second"].map((title) => ({ accountId, title, body: "text" }));
  await writeNotices(dashboard.db, notices);
  const read = async () => (await alice.request("GET", "/dashboard/notices")).body;
  const list = await read();
  expect([list.total_count, list.unread_count]).toEqual([2, 2]);
  expect(list.notice_list).toMatchObject([{ title: "second", is_read: false }, { title: "first" }]);
  expect((await bob.request("POST", "/dashboard/notices/read")).body).toEqual({ read_count: 0 });
  expect((await alice.request("POST", "/dashboard/notices/read")).body).toEqual({ read_count: 2 });
  expect((await read()).unread_count).toBe(0);
  expect((await bob.request("GET", "/dashboard/notices")).body.total_count).toBe(0);
});

test("a person asks for units once at a time; the operator grants another number of them once, or declines; both are told", async () => {
  const ask = (units: number) =>
    alice.request("POST", "/dashboard/unit_requests", { json: { units, reason: "launch" } });
  expect((await ask(500)).body).toMatchObject({ units: 500, reason: "launch", state: "waiting", granted_units: null });
  expect((await ask(600)).body.errors).toEqual({ body: expect.stringContaining("must wait") });
  const listed = (await operator.request("GET", "/dashboard/operator/unit_requests")).body;
  expect(listed).toMatchObject({ total_count: 1, unit_request_list: [{ account_id: alice.accountId, units: 500 }] });
  const path = `/dashboard/operator/unit_requests/${listed.unit_request_list[0].id}/decision`;
  const grant = { json: { granted_units: 300, answer: "for now" } };
  expect(await alice.refused("POST", path, grant)).toBe("403 operator_only");
  expect(await alice.refused("GET", "/dashboard/operator/unit_requests")).toBe("403 operator_only");
  const outcomes = await Promise.all([operator.request("POST", path, grant), operator.request("POST", path, grant)]);
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 404]));
  expect((await findAccount(dashboard.db, alice.accountId))?.balance).toBe(300);
  const [told] = (await alice.request("GET", "/dashboard/notices")).body.notice_list;
  expect(told).toMatchObject({ title: "300 units were granted", text: expect.stringContaining("for now") });
  await ask(900);
  const { unit_request_list: all } = (await operator.request("GET", "/dashboard/operator/unit_requests")).body;
  expect(all.map(({ state }: { state: string }) => state)).toEqual(["waiting", "granted"]);
  const decline = { json: { granted_units: null, answer: null } };
  await operator.request("POST", `/dashboard/operator/unit_requests/${all[0].id}/decision`, decline);
  const own = (await alice.request("GET", "/dashboard/unit_requests")).body;
  expect(own.unit_request_list).toMatchObject([{ state: "declined" }, { state: "granted", granted_units: 300 }]);
  expect((await findAccount(dashboard.db, alice.accountId))?.balance).toBe(300);
  expect((await bob.request("GET", "/dashboard/unit_requests")).body.total_count).toBe(0);
});
