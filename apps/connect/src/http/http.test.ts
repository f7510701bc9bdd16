import { connect as connectTo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Router } from "express";
import { startTcpProxy } from "@portico/store/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { logoRoutes } from "../logoRoutes.ts";
import { createParts } from "../parts.ts";
import { authorizeUrl, exchange, getCode, TestBrowser } from "../testing/client.ts";
import { rawRequest } from "@portico/server/testing";
import { createShortcut } from "../testing/shortcut.ts";
import { startTestConnect, type TestConnect } from "../testing/startTestConnect.ts";

const BROKEN = Router().get("/broken", () => {
  throw new Error("select secret from oauth_client");
});

let connect: TestConnect;
beforeAll(async () => {
  connect = await startTestConnect({
    parts: (deps) => [createShortcut(deps), logoRoutes(deps), BROKEN],
  });
});
afterAll(() => connect.stop());

test("H07: a bug is a 500 with the request's id, and reveals nothing of the server", async () => {
  const response = await fetch(`${connect.issuer}/broken`);
  const problem = (await response.json()) as Record<string, unknown>;
  expect([response.status, problem["code"]]).toEqual([500, "internal_error"]);
  expect(problem["request_id"]).toBe(response.headers.get("x-request-id"));
  expect(JSON.stringify(problem)).not.toMatch(/select|stack|node_modules/);
  expect(connect.logged()).toContain(String(problem["request_id"]));
});

test("one trailing slash of an OAuth path is ignored", async () => {
  const request = async (method: string, path: string) => {
    const response = await fetch(connect.issuer + path, { method, redirect: "manual" });
    return [response.status, response.headers.get("content-type"), (await response.text()).length];
  };
  for (const path of ["/oauth/token", "/oauth2/token", "/oauth2/introspect", "/oauth2/revoke"])
    expect(await request("POST", `${path}/`)).toEqual(await request("POST", path));
  const metadata = "/.well-known/oauth-authorization-server";
  expect(await request("GET", `${metadata}/`)).toEqual(await request("GET", metadata));
});

test.each([
  "/",
  "/oauth",
  "/OAUTH/token",
  "/oauth/token//",
  "/oauth2/authorize/..%2f",
  "/%E0%A4%A",
  "/metrics",
  "/oauth/../etc",
  "/app-logos/app_0123456789abcdef",
  "/app-logos/%00",
])("H11: %s is not found", async (path) => {
  const answer = await rawRequest(connect.port, [
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${connect.port}\r\nConnection: close\r\n\r\n`,
  ]);
  expect(answer).toMatch(/^HTTP\/1.1 404 /);
  expect(answer).toContain('"code":"not_found"');
});

test("H01, H02: a client that sends headers or a body too slowly is disconnected", async () => {
  const brief = await startTestConnect({
    http: { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 50 },
  });
  const head = `POST /oauth/token HTTP/1.1\r\nHost: 127.0.0.1:${brief.port}\r\n`;
  const form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\ngrant";
  expect(await rawRequest(brief.port, [head])).toMatch(/^HTTP\/1.1 408 /);
  expect(await rawRequest(brief.port, [head + form])).toMatch(/^HTTP\/1.1 408 |^$/);
  await brief.stop();
});

test("a client that disconnects in the middle of a form is not a server error", async () => {
  const before = connect.logged().length;
  const socket = connectTo(connect.port, "127.0.0.1");
  const head = `POST /oauth/token HTTP/1.1\r\nHost: 127.0.0.1:${connect.port}\r\n`;
  socket.write(`${head}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\ngrant`, () =>
    setTimeout(() => socket.destroy(), 50),
  );
  await expect.poll(() => connect.logged().slice(before)).toContain('"path":"/oauth/token"');
  await sleep(50);
  expect(connect.logged().slice(before)).not.toContain('"level":50');
});

test("the log has a request's network, not its address", () => {
  expect(connect.logged()).toContain('"address":"127.0.0.0/24"');
  expect(connect.logged()).not.toContain('"address":"127.0.0.1"');
});

test("H05, B07: unknown methods and oversized headers are rejected by the parser", async () => {
  const host = `Host: 127.0.0.1:${connect.port}\r\nConnection: close\r\n`;
  expect(await rawRequest(connect.port, [`BREW /oauth/token HTTP/1.1\r\n${host}\r\n`])).toMatch(/^HTTP\/1.1 501 /);
  expect(await rawRequest(connect.port, [`TRACE /oauth/token HTTP/1.1\r\n${host}Cookie: secret\r\n\r\n`])).toMatch(
    /^HTTP\/1.1 405 (?!.*secret)/s,
  );
  const token = `Authorization: Bearer ${"x".repeat(20_000)}\r\n`;
  expect(await rawRequest(connect.port, [`GET /v1/me HTTP/1.1\r\n${host}${token}\r\n`])).toMatch(/^HTTP\/1.1 431 /);
});

test("with https, cookies are Secure and host-only, also behind a proxy that uses http to reach us", async () => {
  const secure = await startTestConnect({ issuer: "https://connect.example" });
  const { pathname, search } = new URL(authorizeUrl(secure));
  const answer = await rawRequest(secure.port, [
    `GET ${pathname}${search} HTTP/1.1\r\nHost: connect.example\r\nX-Forwarded-Proto: http\r\nConnection: close\r\n\r\n`,
  ]);
  expect(answer).toMatch(/^HTTP\/1.1 303 /);
  const cookies = answer.match(/^set-cookie: .*$/gim) ?? [];
  expect(cookies.length).toBeGreaterThan(1);
  for (const cookie of cookies) expect(cookie).toMatch(/__(Host|Secure)-.*secure.*httponly/i);
  expect(answer).toMatch(/^strict-transport-security: /im);
  await secure.stop();
});

test("H07: a server error is in the form of its endpoint, OAuth or problem, without any SQL", async () => {
  const broken = await startTestConnect({ parts: (deps) => [createShortcut(deps), ...createParts(deps)] });
  const [code, other] = [await getCode(broken), await getCode(broken)];
  const { body } = await exchange(broken, code);
  await sql`DROP TABLE oauth_artifact CASCADE`.execute(broken.db);
  const me = await fetch(`${broken.issuer}/v1/me`, {
    headers: { authorization: `Bearer ${String(body["access_token"])}` },
  });
  const exchanged = await exchange(broken, other);
  const problem = (await me.json()) as Record<string, unknown>;
  expect([me.status, problem["code"], exchanged.status, exchanged.body.error]).toEqual([
    500,
    "internal_error",
    500,
    "server_error",
  ]);
  expect(problem["request_id"]).toBe(me.headers.get("x-request-id"));
  expect(JSON.stringify([problem, exchanged.body])).not.toMatch(/select|relation|oauth_|stack|\.ts/i);
  for (const response of [me, exchanged])
    expect(broken.logged()).toContain(String(response.headers.get("x-request-id")));
  expect(broken.logged()).toMatch(/relation .{1,3}oauth_artifact.{1,3} does not exist/);
  await broken.stop();
});

test("H14: without the database sign-in responds with 503, and continues when it is back", async () => {
  const proxy = await startTcpProxy(connect.databaseUrl);
  const shaky = await startTestConnect({ databaseUrl: proxy.url });
  const client = { ...connect.client };
  const request = { ...shaky, client };
  const code = await getCode(request);
  proxy.cut();
  const away = await exchange(request, code);
  expect([away.status, away.body.error, away.headers.get("retry-after")]).toEqual([
    503,
    "temporarily_unavailable",
    "1",
  ]);
  const page = await new TestBrowser().get(authorizeUrl(request));
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await page.text()).not.toMatch(/ECONN|postgres/i);
  expect(shaky.logged()).toContain("the provider failed");
  proxy.mend();
  expect((await exchange(request, code)).status).toBe(200);
  await shaky.stop();
  await proxy.stop();
});
