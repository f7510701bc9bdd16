import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { setAccountDisabled, setOperator } from "@portico/store";
import { OPERATOR, user, startTestDashboard } from "./testing/startTestDashboard.ts";
import { loadDefinition } from "./definition.ts";
import { listOperations } from "@portico/server";
import { Visitor } from "./testing/visitor.ts";

const web = mkdtempSync(join(tmpdir(), "portico-web-"));
mkdirSync(join(web, "assets"));
writeFileSync(join(web, "index.html"), `<script type="module" nonce="PORTICO_NONCE" src="/assets/a.js"></script>`);
writeFileSync(join(web, "assets", "a.js"), "1");
writeFileSync(join(web, "assets", "a.js.br"), brotliCompressSync("1"));

const dashboard = await startTestDashboard({
  webFolder: web,
  apiUrl: "https://api.example",
  explorerUrl: "https://explorer.example",
});
afterAll(async () => {
  await dashboard.stop();
  rmSync(web, { recursive: true });
});
const { url, visit } = dashboard;
const alice = await visit(user("1"));
const bob = await visit(user("2"));
const operator = await visit(OPERATOR);
const anonymous = new Visitor(url);

const NEW_APP = { json: { name: "Maps", site_url: "https://maps.dev/" } };

test("without a session nothing is accessible, and the response states how to get one", async () => {
  const { status, headers, body } = await anonymous.request("GET", "/dashboard/apps");
  expect([status, headers.get("www-authenticate"), headers.get("cache-control")]).toEqual([
    401,
    'Session realm="dashboard"',
    "no-store",
  ]);
  expect(body).toMatchObject({ code: "unauthorized", detail: expect.stringContaining("/dashboard/sign-in") });
  expect(await anonymous.refused("POST", "/dashboard/apps", NEW_APP)).toBe("401 unauthorized");
});

test("the session reports who is signed in, and all URLs", async () => {
  const { status, body } = await alice.readSession();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    account_id: alice.accountId,
    address: user("1"),
    is_operator: false,
    api_url: "https://api.example",
    docs_url: "",
  });
  expect((await operator.readSession()).body).toMatchObject({ is_operator: true });
});

test("D10: a write needs the session's own token and one of our own pages as origin", async () => {
  const bobs = String((await bob.readSession()).body.csrf_token);
  const refused = (headers: Record<string, string | undefined>) =>
    alice.refused("POST", "/dashboard/apps", { ...NEW_APP, headers });
  expect(await refused({ "x-csrf-token": undefined })).toBe("403 csrf");
  expect(await refused({ "x-csrf-token": bobs })).toBe("403 csrf");
  expect(await refused({ origin: "https://evil.example" })).toBe("403 csrf");
  expect(await refused({ origin: "null" })).toBe("403 csrf");
  expect(await refused({ "sec-fetch-site": "same-site" })).toBe("403 csrf");
  expect(await refused({ origin: undefined })).toBe("403 csrf");
  expect((await alice.request("GET", "/dashboard/apps")).body).toEqual([]);
  const own = { origin: undefined, "sec-fetch-site": "same-origin" };
  const { status, body } = await alice.request("POST", "/dashboard/apps", { ...NEW_APP, headers: own });
  expect(status).toBe(201);
  expect((await alice.request("DELETE", `/dashboard/apps/${body.id}`)).status).toBe(204);
});

test("D02: resources of another account are not found, for any operation", async () => {
  const { body: app } = await alice.request("POST", "/dashboard/apps", NEW_APP);
  const { body: made } = await alice.request("POST", "/dashboard/keys", { json: { name: "mine" } });
  await sql`update oauth_app set is_validated = true where id = ${app.id}`.execute(dashboard.db);
  const uris = { json: { redirect_uris: ["https://maps.dev/back"] } };
  const { body: issued } = await alice.request("POST", `/dashboard/apps/${app.id}/clients`, uris);
  const ofApp = `/dashboard/apps/${app.id}`;
  const ofClient = `/dashboard/clients/${issued.client.id}`;
  const ofKey = `/dashboard/keys/${made.key.id}`;
  const attempts: [string, string, object?][] = [
    ["GET", ofApp],
    ["PATCH", ofApp, { name: "Taken" }],
    ["DELETE", ofApp],
    ["GET", `${ofApp}/logo`],
    ["DELETE", `${ofApp}/logo`],
    ["PUT", `${ofApp}/logo`],
    ["POST", `${ofApp}/validation`, { method: "file" }],
    ["POST", `${ofApp}/validation/check`],
    ["GET", `${ofApp}/clients`],
    ["POST", `${ofApp}/clients`, uris.json],
    ["PATCH", ofClient, { is_disabled: true }],
    ["POST", `${ofClient}/secret`],
    ["DELETE", `${ofClient}/secret/previous`],
    ["DELETE", ofClient],
    ["PATCH", ofKey, { name: "Taken" }],
    ["POST", `${ofKey}/rotate`],
    ["DELETE", ofKey],
  ];
  for (const [method, path, json] of attempts) {
    const here = `${method} ${path}`;
    expect([here, await bob.refused(method, path, { json })]).toEqual([here, "404 not_found"]);
    expect([here, await operator.refused(method, path, { json })]).toEqual([here, "404 not_found"]);
  }
  const missing = await bob.request("GET", "/dashboard/apps/app_0000000000000000");
  const others = await bob.request("GET", ofApp);
  expect(others.body.detail).toBe(missing.body.detail);
  expect((await alice.request("GET", `${ofApp}/clients`)).body).toHaveLength(1);
});

/** Every operation of the contract, with ids that belong to no one. */
const everything = Object.entries(loadDefinition().paths).flatMap(([path, methods]) =>
  Object.keys(methods)
    .filter((key) => /^(get|put|post|patch|delete)$/.test(key))
    .map((method) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, "none")] as const),
);

test("D02, D10: every operation needs a session, every write its token, and every operator operation an operator", async () => {
  expect(everything).toHaveLength(listOperations(loadDefinition()).size);
  const options = (method: string) => (method === "GET" ? {} : { json: {} });
  const isWrite = ([method]: readonly [string, string]) => method !== "GET";
  const isForOperators = ([, path]: readonly [string, string]) => path.startsWith("/dashboard/operator/");
  const all =
    (answer: string) =>
    ({ length }: { length: number }) =>
      Array.from({ length }, () => answer);
  const refusals = async (visitor: Visitor, given: typeof everything, headers = {}) =>
    await Promise.all(given.map(([method, path]) => visitor.refused(method, path, { ...options(method), headers })));
  const [writes, operators] = [everything.filter(isWrite), everything.filter(isForOperators)];
  expect([writes.length, operators.length].every((count) => count > 5)).toBe(true);
  expect(await refusals(anonymous, everything)).toEqual(all("401 unauthorized")(everything));
  expect(await refusals(alice, operators)).toEqual(all("403 operator_only")(operators));
  expect(await refusals(operator, writes, { "x-csrf-token": undefined })).toEqual(all("403 csrf")(writes));
});

test("an account marked as operator is not one while it is closed; an operator in the settings stays one", async () => {
  const eve = await visit(user("5"));
  await setOperator(dashboard.db, eve.accountId, true);
  expect((await eve.request("GET", "/dashboard/operator/prices")).status).toBe(200);
  for (const { accountId } of [eve, operator]) await setAccountDisabled(dashboard.db, accountId, true);
  expect((await eve.readSession()).body).toMatchObject({ is_operator: false, is_disabled: true });
  const reopen = { json: { is_disabled: false } };
  const path = `/dashboard/operator/accounts/${eve.accountId}`;
  expect(await eve.refused("PATCH", path, reopen)).toBe("403 operator_only");
  expect((await operator.request("PATCH", path, reopen)).status).toBe(200);
  await setAccountDisabled(dashboard.db, operator.accountId, false);
});

test("a text with a zero byte, which the database can't store, is refused or not found, in any position", async () => {
  const at = `/dashboard/operator/accounts/${alice.accountId}/grants`;
  const grant = { amount: 1, reason: "gift", reference: "a\0b" };
  expect([
    await alice.refused("GET", "/dashboard/apps/app%00"),
    await alice.refused("PATCH", "/dashboard/clients/pc%00", { json: {} }),
    await alice.refused("DELETE", "/dashboard/keys/key%00"),
    await operator.refused("GET", "/dashboard/operator/accounts/acc%00/ledger"),
    await operator.refused("PATCH", "/dashboard/operator/keys/key%00", { json: { is_wallet_enabled: true } }),
    await operator.refused("PUT", "/dashboard/operator/prices/a%00", { json: { units: 1 } }),
  ]).toEqual(Array.from({ length: 6 }, () => "404 not_found"));
  expect([
    await operator.refused("GET", "/dashboard/operator/accounts?query=a%00"),
    await operator.refused("POST", at, { json: grant }),
    await operator.refused("PUT", "/dashboard/operator/protocols/aave3", { json: { is_off: true, reason: "a\0" } }),
  ]).toEqual(Array.from({ length: 3 }, () => "400 invalid_params"));
});

test("an unknown path, an unsupported method and a foreign host are distinguished", async () => {
  expect(await alice.refused("GET", "/dashboard/nothing")).toBe("404 not_found");
  expect(await alice.refused("GET", "/dashboard/apps/%E0%A4%A")).toBe("404 not_found");
  const { status, headers } = await alice.request("PUT", "/dashboard/apps", { json: {} });
  expect([status, headers.get("allow")]).toEqual([405, "GET, POST, HEAD"]);
  const other = new Visitor(url.replace("127.0.0.1", "localhost"));
  expect(await other.refused("GET", "/dashboard/session")).toBe("421 misdirected_request");
});

test("one trailing slash of an operation's path is ignored, two are 404, and neither gives access", async () => {
  for (const [method, path] of everything) {
    const options = method === "GET" ? {} : { json: {} };
    const answers = await Promise.all(["/", "//"].map((end) => anonymous.refused(method, path + end, options)));
    expect([path, ...answers]).toEqual([path, "401 unauthorized", "404 not_found"]);
  }
  const { body: app } = await alice.request("POST", "/dashboard/apps/", NEW_APP);
  const [plain, slash] = await Promise.all(
    ["", "/"].map((end) => alice.request("GET", `/dashboard/apps/${app.id}${end}`)),
  );
  expect([slash?.status, slash?.body]).toEqual([200, plain?.body]);
});

test("Q26 an invalid body of 60 kB gets a problem of less than 16 kB, and counts against the limit by its length", async () => {
  const { body: app } = await alice.request("POST", "/dashboard/apps", NEW_APP);
  const path = `/dashboard/apps/${app.id}/clients`;
  const { status, body } = await alice.request("POST", path, {
    json: { redirect_uris: Array.from({ length: 15_000 }, () => 1) },
  });
  expect([status, body.errors]).toEqual([400, { redirect_uris: "must have at most 100 entries" }]);
  const wrong = await alice.request("POST", path, { json: { redirect_uris: Array.from({ length: 100 }, () => 1) } });
  expect(Object.keys(wrong.body.errors)).toHaveLength(20);
  const long = await alice.request("POST", path, { json: { ["x".repeat(60_000)]: 1 } });
  expect([long.status, JSON.stringify(long.body).length < 16_384]).toEqual([400, true]);
  const leftOf = ({ headers }: typeof long) => Number(/;r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
  const next = await alice.request("GET", "/dashboard/session");
  expect(leftOf(long) - leftOf(next)).toBe(15);
});

test("problems of a body are reported by field", async () => {
  const request = (json: unknown) => alice.request("POST", "/dashboard/apps", { json });
  expect((await request({ site_url: "https://maps.dev" })).body).toMatchObject({ errors: { name: "is required" } });
  expect((await request({ ...NEW_APP.json, owner: "me" })).body).toMatchObject({ code: "invalid_params" });
  for (const unseen of ["\u202E", "\u200B", "\u3164", "\u2800", "\uFFA0", "\u034F", "\u2028"])
    expect((await request({ ...NEW_APP.json, name: `a${unseen}b` })).body.errors?.name).toContain(
      "invisible characters",
    );
  expect(await alice.refused("POST", "/dashboard/apps", { bytes: "{}" })).toBe("415 unsupported_media_type");
});

test("every other path is the web app, under a policy that only allows its own resources; built assets are immutable", async () => {
  for (const path of ["/", "/apps/app_1", "/operator/accounts"]) {
    const { status, headers, body } = await anonymous.request("GET", path);
    const [, nonce = ""] = /nonce="([^"]+)"/.exec(String(body)) ?? [];
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(nonce).not.toBe("PORTICO_NONCE");
    expect(headers.get("content-security-policy")).toContain(`default-src 'none'; script-src 'nonce-${nonce}'`);
  }
  const asset = await anonymous.request("GET", "/assets/a.js");
  expect([asset.body, asset.headers.get("cache-control")]).toEqual(["1", "public, max-age=31536000, immutable"]);
  const encodingFor = async (accepted: string) => {
    const { body, headers } = await anonymous.request("GET", "/assets/a.js", {
      headers: { "accept-encoding": accepted },
    });
    return [body, headers.get("content-encoding")];
  };
  expect(await encodingFor("gzip, deflate, br")).toEqual(["1", "br"]);
  expect(await encodingFor("gzip, br;q=0")).toEqual(["1", "gzip"]);
  expect(await encodingFor("identity")).toEqual(["1", null]);
  expect(await anonymous.refused("GET", "/assets/a.js.br")).toBe("404 not_found");
  expect(await anonymous.refused("GET", "/assets/b.js")).toBe("404 not_found");
  expect(await anonymous.refused("GET", "/assets/..%2Findex.html")).toBe("404 not_found");
});

test.each([
  ["/explore", "/explore"],
  ["/gas?chain=eth", "/gas?chain=eth"],
  ["/address/Owner.eth/history?chain=eth&q=%26x", "/address/Owner.eth/history?chain=eth&q=%26x"],
  ["/explorer/api/v1/chain/list?id=1", "/explorer/api/v1/chain/list?id=1"],
])("the explorer's former path %s is redirected for good, with its query", async (path, target) => {
  const { status, headers } = await anonymous.request("GET", path);
  expect([status, headers.get("location")]).toEqual([308, `https://explorer.example${target}`]);
});

test("signing out ends the session, or all of the account's sessions in any browser; so does expiry", async () => {
  const carol = await visit(user("3"));
  expect((await carol.request("POST", "/dashboard/sign-out")).status).toBe(204);
  expect(await carol.refused("GET", "/dashboard/session")).toBe("401 unauthorized");
  const dave = await visit(user("4"));
  const phone = await visit(user("4"), "phone");
  const others = await visit(user("6"));
  expect(await dave.refused("POST", "/dashboard/sign-out", { json: { is_everywhere: 1 } })).toBe("400 invalid_params");
  expect((await dave.request("POST", "/dashboard/sign-out", { json: { is_everywhere: true } })).status).toBe(204);
  for (const gone of [dave, phone]) expect(await gone.refused("GET", "/dashboard/session")).toBe("401 unauthorized");
  expect((await others.request("GET", "/dashboard/session")).status).toBe(200);
  await sql`update dashboard_session set expires_at = now() where account_id = ${others.accountId}`.execute(
    dashboard.db,
  );
  expect(await others.refused("GET", "/dashboard/session")).toBe("401 unauthorized");
});

test("K07, K09: neither the database nor the log contains session secrets", async () => {
  const { rows } = await sql<{ text: string }>`select dashboard_session::text as text from dashboard_session`.execute(
    dashboard.db,
  );
  const token = alice.cookie("portico_dashboard") ?? "";
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ text }) => text).join()).not.toContain(token);
  expect(dashboard.logged()).toContain('"changed"');
  expect(dashboard.logged()).not.toContain(token);
});
