import { createOauthApp, createOauthClient } from "@portico/store";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { fillRequests, REQUEST_ID } from "../testing/fillRequests.ts";
import { startTestDashboard, user } from "./testing/startTestDashboard.ts";

const dashboard = await startTestDashboard();
afterAll(() => dashboard.stop());
const alice = await dashboard.visit(user("1"));
const bob = await dashboard.visit(user("2"));
const { key } = (await alice.request("POST", "/dashboard/keys", { json: { name: "worker" } })).body;
await fillRequests(dashboard.db, { accountId: alice.accountId, keyId: key.id });

const soon = Math.floor(Date.now() / 1000) + 60;

test.each([
  ["", 10],
  [`request_id=${REQUEST_ID}`, 1],
  ["operation=getToken", 1],
  [`key_id=${key.id}`, 10],
  ["key_id=key_other", 0],
  ["status=4xx", 2],
  ["status=503", 1],
  ["status=2xx&min_units=4", 7],
  ["min_units=5", 0],
  ["min_ms=3", 8],
  [`since=${soon}`, 0],
  [`until=${soon}&status=5xx`, 1],
])("requests are filtered by %s", async (query, count) => {
  const { body } = await alice.request("GET", `/dashboard/requests?${query}&limit=100`);
  expect([body.total_count, body.request_list.length]).toEqual([count, count]);
});

test("a request is listed with what its response said, newest first, a page at a time, and only to its account", async () => {
  const { body } = await alice.request("GET", `/dashboard/requests?request_id=${REQUEST_ID}`);
  expect(body.request_list[0]).toMatchObject({
    request_id: REQUEST_ID,
    operation: "getUserTokenList",
    key_name: "worker",
    status: 400,
    code: "invalid_params",
    units: 0,
    duration_ms: 0.7,
  });
  const page = (await alice.request("GET", "/dashboard/requests?start=8&limit=5")).body;
  expect([page.total_count, page.request_list.length]).toEqual([10, 2]);
  expect((await alice.request("GET", "/dashboard/requests?start=50")).body).toEqual({
    request_list: [],
    total_count: 10,
  });
  expect((await bob.request("GET", `/dashboard/requests?key_id=${key.id}`)).body.total_count).toBe(0);
});

test("a request with the token of a user is in the log, the traffic and the usage of its app's account, by the app's name", async () => {
  const carol = await dashboard.visit(user("3"));
  const { accountId } = carol;
  const appId = await createOauthApp(dashboard.db, { name: "Maps", siteUrl: "https://maps.dev/", accountId });
  const { id: keyId } = await createOauthClient(dashboard.db, { appId, redirectUris: ["https://maps.dev/back"] });
  await fillRequests(dashboard.db, { accountId, keyId });
  await sql`
    insert into unit_usage (account_id, day, key_id, operation, units, calls)
    values (${accountId}, current_date, ${keyId}, 'getMe', 2, 1)`.execute(dashboard.db);
  const { body } = await carol.request("GET", `/dashboard/requests?key_id=${keyId}&limit=1`);
  expect(body).toMatchObject({ total_count: 9, request_list: [{ key_id: keyId, key_name: "Maps" }] }); // one id is Alice's
  const traffic = (await carol.request("GET", "/dashboard/traffic?range=24h")).body;
  expect(traffic.key_list).toMatchObject([{ id: keyId, name: "Maps", requests: 10 }]);
  const usage = (await carol.request("GET", "/dashboard/usage?by=key")).body;
  expect(usage.usage_list).toMatchObject([{ key_id: keyId, key_name: "Maps", units: 2 }]);
});

test.each(["status=6xx", "status=4x", "request_id=1", "min_ms=-1", "since=x"])(
  "%s is refused by field",
  async (query) => {
    const { status, body } = await alice.request("GET", `/dashboard/requests?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([400, [query.split("=")[0]]]);
  },
);

test.each([
  ["24h", 24, 3600],
  ["7d", 28, 21_600],
  ["30d", 30, 86_400],
])("errors and latency of %s are counted per span, operation and key", async (range, count, step) => {
  const { body } = await alice.request("GET", `/dashboard/traffic?range=${range}`);
  const all = { requests: 10, successes: 7, client_errors: 2, server_errors: 1, units: 28 };
  expect(body).toMatchObject({ step_seconds: step, to: body.from + count * step, total: all });
  expect(body.total.p50_ms).toBeGreaterThan(2.5);
  expect(body.total.p50_ms).toBeLessThan(5);
  expect(body.total.p99_ms).toBeGreaterThan(500);
  expect(body.point_list).toHaveLength(count);
  const full = body.point_list.filter(({ requests }: { requests: number }) => requests > 0);
  expect(full).toMatchObject([all]);
  expect(body.operation_list.map(({ id, requests }: { id: string; requests: number }) => [id, requests])).toEqual([
    ["getUserTokenList", 9],
    ["getToken", 1],
  ]);
  expect(body.key_list).toMatchObject([{ id: key.id, name: "worker", ...all }]);
  const empty = (await alice.request("GET", `/dashboard/traffic?range=${range}&operation=getChain`)).body;
  expect(empty.total).toMatchObject({ requests: 0, p50_ms: null, p99_ms: null });
  expect((await bob.request("GET", `/dashboard/traffic?range=${range}`)).body.total.requests).toBe(0);
});
