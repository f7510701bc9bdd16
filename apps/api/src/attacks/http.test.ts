import { afterAll, expect, test, vi } from "vitest";
import { loadDefinition } from "../http/definition.ts";
import { ALICE } from "../testing/fillStore.ts";
import { rawRequest } from "@portico/server/testing";
import { readProblem } from "../testing/readProblem.ts";
import { startTestApi } from "../testing/startTestApi.ts";
import { startFilledApi } from "../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const LIST = `/v1/user/token_list?id=${ALICE}&chain_id=eth`;
const EXPLAIN = "/v1/wallet/explain_tx";

test.each(["POST", "PUT", "DELETE", "PATCH", "TRACE"])(
  "Q23 H05 %s on a GET operation is 405 with Allow, no echo",
  async (method) => {
    const answer = await rawRequest(api.port, [
      `${method} /v1/chain?id=eth HTTP/1.1\r\nHost: x\r\nX-Secret: echo\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer).toContain("Allow: GET, HEAD, OPTIONS");
    expect(answer).toContain('"code":"method_not_allowed"');
    expect(answer).not.toContain("echo");
  },
);

test("Q23 GET on a POST operation is 405 with Allow", async () => {
  const res = await api.get(EXPLAIN);
  expect(res.headers.get("allow")).toBe("POST, OPTIONS");
  expect(await readProblem(res)).toMatchObject({ status: 405, code: "method_not_allowed" });
});

test.each(["/nope", "/", "/v1", "/v1/Chain", "//v1/chain", "/v1/chain/..%2f", "/v1/user/"])(
  "Q24 no operation at %s is 404",
  async (path) => {
    expect(await readProblem(await api.get(path))).toMatchObject({ status: 404, code: "not_found" });
  },
);

const raw = (method: string, path: string) => [
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nAccessKey: none\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
];
const statusOf = (answer: string) => answer.split(" ", 2)[1];

test("Q24 one trailing slash of an operation's path is ignored, for any operation; more, or an encoded one, is 404", async () => {
  const targets = Object.entries(loadDefinition().paths).flatMap(([path, item]) =>
    Object.keys(item).flatMap((method) => (/^(get|post)$/.test(method) ? [[method.toUpperCase(), path] as const] : [])),
  );
  expect(targets.length).toBeGreaterThan(40);
  for (const [method, path] of targets) {
    const statuses = await Promise.all(
      ["", "/", "//", "%2F", "/."].map(async (end) => {
        const target = path.replaceAll(/\{\w+\}/g, "x") + end;
        return statusOf(await rawRequest(api.port, raw(method, target)));
      }),
    );
    const [plain] = statuses;
    const below = targets.filter(([, other]) => other.startsWith(`${path}/{`) && other.endsWith("}"));
    const asId = below.length === 0 ? "404" : below.some(([of]) => of === method) ? plain : "405";
    const encoded = path.endsWith("}") ? plain : "404"; // a part of the parameter
    expect([path, ...statuses]).toEqual([path, plain, plain, "404", encoded, asId]);
  }
});

test("H01 H02 slow headers and a slow body are 408", async () => {
  const slow = await startTestApi({
    limits: { headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 50 },
  });
  try {
    const headers = ["GET / HTTP/1.1\r\n", ...Array.from({ length: 20 }, (_, index) => `X-${index}: a\r\n`)];
    expect(await rawRequest(slow.port, headers, 100)).toMatch(/^HTTP\/1\.1 408 /);
    const post = `POST /v1/wallet/explain_tx HTTP/1.1\r\nHost: x\r\nAccessKey: ${slow.key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
    expect(await rawRequest(slow.port, [post, " ", " "], 50)).toMatch(/^HTTP\/1\.1 408 /);
  } finally {
    await slow.stop();
  }
});

test("H04 a target in absolute form is routed by its path", async () => {
  const answer = await rawRequest(api.port, [
    `GET http://evil.example/v1/chain?id=eth HTTP/1.1\r\nHost: evil.example\r\nAccessKey: ${api.key}\r\nConnection: close\r\n\r\n`,
  ]);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).not.toContain("evil");
});

// the API of the tests checks its errors against the contract: an `instance` that is no URI reference would be 500
test.each(["{id}", "%zz", "%", "a|b", '"<>^`', "[x]", "%C3%A9".repeat(400)])(
  "a path with %s is refused, and the problem refers to it",
  async (text) => {
    for (const path of [`/v1/${text}`, `/v1/account/subscriptions/${text}`]) {
      const answer = await rawRequest(api.port, [
        `GET ${path} HTTP/1.1\r\nHost: x\r\nAccessKey: ${api.key}\r\nConnection: close\r\n\r\n`,
      ]);
      const { instance } = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n"))) as { instance: string };
      expect(statusOf(answer)).toMatch(/^40[04]$/);
      expect(new URL(instance, "http://x").pathname).toBe(instance);
    }
  },
);

test.each(["CONNECT evil.example:443", "BREW /v1/chain", "get /v1/chain"])("H05 %s is 501, no echo", async (line) => {
  const answer = await rawRequest(api.port, [`${line} HTTP/1.1\r\nHost: x\r\n\r\n`]);
  expect(answer).toMatch(/^HTTP\/1\.1 501 [^\0]*\r\n\r\n$/);
  expect(answer).not.toMatch(/evil|BREW|get/);
});

test("H06 idle connections are closed, and their number is limited", async () => {
  const brief = await startTestApi({
    limits: { keepAliveTimeout: 100, keepAliveTimeoutBuffer: 0, connectionsCheckingInterval: 50 },
  });
  try {
    expect(brief.server.maxConnections).toBeLessThanOrEqual(10_000);
    const answer = await rawRequest(brief.port, ["GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"]);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  } finally {
    await brief.stop();
  }
});

test("H08 X-Forwarded-For is neither trusted nor logged, except from a configured proxy", async () => {
  const forwarded = { "X-Forwarded-For": "1.2.3.4, 5.6.7.8" };
  expect((await api.get(LIST, forwarded)).status).toBe(200);
  expect(api.logged()).toContain('"address":"127.0.0.0/24"');
  expect(api.logged()).not.toMatch(/1\.2\.3\.4|5\.6\.7\.8/);

  const behind = await startTestApi({ trustedProxies: ["127.0.0.1"], logAddresses: "full" });
  await behind.get("/healthz", forwarded);
  await behind.stop();
  expect(behind.logged()).toContain('"address":"5.6.7.8"');
  expect(behind.logged()).not.toContain("1.2.3.4");
});

test.each(["null", "https://evil.example"])("H10 origin %s gets *, never credentials", async (origin) => {
  const res = await api.get(LIST, { Origin: origin });
  expect(res.headers.get("access-control-allow-origin")).toBe("*");
  expect(res.headers.get("access-control-allow-credentials")).toBeNull();
  expect(res.headers.get("access-control-expose-headers")).toContain("Portico-Chains");
});

test("H10 the preflight is 204 and allows what clients send", async () => {
  const headers = {
    Origin: "https://a.example",
    "Access-Control-Request-Method": "GET",
    "Access-Control-Request-Headers": "accesskey",
  };
  const res = await fetch(api.url + LIST, { method: "OPTIONS", headers });
  expect([res.status, res.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  expect(res.headers.get("access-control-allow-headers")).toBe(
    "AccessKey, Authorization, X-Fields, X-Response-Profile, Content-Type, If-None-Match, Idempotency-Key, Last-Event-ID, traceparent, tracestate",
  );
});

test("a plain OPTIONS returns the methods of a path", async () => {
  const res = await fetch(`${api.url}/v1/chain`, { method: "OPTIONS" });
  expect([res.status, res.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
});

test.each(["/metrics", "/debug", "/swagger", "/swagger.json", "/.env", "/docs"])(
  "H11 %s does not exist",
  async (path) => {
    expect(await readProblem(await api.get(path))).toMatchObject({ status: 404, code: "not_found" });
  },
);

test("H14 connections cut by the database are re-established; its absence is 503, not 500", async () => {
  await api.db.connection().execute(async (db) => {
    await db.executeQuery({
      sql: "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      parameters: [],
      query: { kind: "RawNode" },
      queryId: { queryId: "cut" },
    } as never);
  });
  await vi.waitFor(async () => expect((await api.get(LIST)).status).toBe(200));
});

test("errors are plain JSON for a client whose Accept names only that", async () => {
  const type = async (accept: string) => (await api.get("/nope", { Accept: accept })).headers.get("content-type");
  expect(await type("application/json")).toBe("application/json");
  expect(await type("application/json, application/problem+json")).toBe("application/problem+json");
  expect(await type("application/json, application/problem+json;q=0")).toBe("application/json");
  expect(await type("application/json;q=0, text/html")).toBe("application/problem+json");
  expect(await type("application/jsonml+json")).toBe("application/problem+json");
  expect(await type("*/*")).toBe("application/problem+json");
});

test.each(["", "/nope"])("no shared cache stores a response or an error (%j)", async (path) => {
  const res = await api.get(path || LIST);
  expect(res.headers.get("cache-control")).toBe("private, no-cache");
  expect(res.headers.get("vary")).toBe("Accept, AccessKey, X-Fields, X-Response-Profile");
});

test("a client's request id is not used", async () => {
  const res = await api.get(LIST, { "X-Request-Id": "mine" });
  expect(res.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test("mask errors are 400 with their own codes", async () => {
  expect(await readProblem(await api.get(LIST, { "X-Fields": "{id" }))).toMatchObject({
    status: 400,
    code: "mask_parse_error",
  });
  expect(await readProblem(await api.get(LIST, { "X-Fields": "price{usd}" }))).toMatchObject({
    status: 400,
    code: "mask_error",
  });
  expect((await api.get(LIST, { "X-Fields": "" })).status).toBe(200);
});

test("a long path is cut in the log", async () => {
  expect((await api.get(`/v1/${"long".repeat(1_000)}`)).status).toBe(404);
  await vi.waitFor(() => expect(api.logged()).toMatch(/"path":"\/v1\/(?:long){49}"/));
});

test("H07 a bug is 500 with a request id that is in the log, without any SQL", async () => {
  await api.db.schema.dropTable("balance").execute();
  const problem = await readProblem(await api.get(LIST));
  expect(problem).toMatchObject({ status: 500, code: "internal_error" });
  expect(JSON.stringify(problem)).not.toMatch(/select|relation|balance|\.ts|stack/i);
  expect(api.logged()).toContain(problem.request_id);
  expect(api.logged()).toMatch(/relation .{1,3}balance.{1,3} does not exist/);
});
