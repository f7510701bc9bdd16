import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { createClient, unwrap } from "@portico/client";
import { rawRequest } from "@portico/server/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mockDocument, startMock, type RunningMock } from "./testing/startMock.ts";

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock[Symbol.asyncDispose]());

const TOKEN_LIST = "/v1/user/token_list?id=0x00000000000000000000000000000000000a11ce&chain_id=eth";

async function get(target: string, headers: Record<string, string> = {}, init: RequestInit = {}) {
  const response = await fetch(mock.url + target, { ...init, headers: { AccessKey: "pk_1", ...headers } });
  const text = await response.text();
  return {
    response,
    status: response.status,
    body: text === "" ? undefined : (JSON.parse(text) as Record<string, unknown>),
  };
}

test("the client reads the mock's response", async () => {
  const client = createClient({ baseUrl: mock.url, accessKey: "pk_1" });
  const query = { id: "0x00000000000000000000000000000000000a11ce", chain_id: "eth" };
  const tokens = await unwrap(client.GET("/v1/user/token_list", { params: { query } }));
  expect(tokens[0]).toMatchObject({ raw_amount: BigInt(tokens[0]?.raw_amount_str ?? ""), chain: "eth" });
});

test("Prefer: delay delays the response, with other preferences; a delay that is none is refused", async () => {
  const { response, status } = await get("/v1/chain/list", { Prefer: "delay=3, code=503" });
  expect([status, response.headers.get("retry-after")]).toEqual([503, expect.any(String)]);
  for (const delay of ["soon", "-1", "60001"]) {
    const { status: refused, body } = await get("/v1/chain/list", { Prefer: `delay=${delay}` });
    expect([delay, refused, body?.["errors"]]).toEqual([
      delay,
      400,
      { Prefer: "delay must be milliseconds, such as 200, at most 60000" },
    ]);
  }
});

test("an integer beyond 2^53 in an example is sent digit for digit", async () => {
  const max = String(2n ** 256n - 1n);
  const [before] = /"raw_amount":\s*\d+/.exec(mockDocument) ?? [""];
  await using exact = await startMock(mockDocument.replaceAll(/"raw_amount":\s*\d+/g, `"raw_amount": ${max}`), {});
  const text = await (await fetch(exact.url + TOKEN_LIST, { headers: { AccessKey: "pk_1" } })).text();
  expect(before).not.toBe("");
  expect(text).toContain(`"raw_amount":${max}`);
});

test("Prefer selects an example by its name", async () => {
  expect((await get(TOKEN_LIST, { prefer: "example=Empty" })).body).toEqual([]);
  const { status, body } = await get(TOKEN_LIST, { prefer: `code=400; example="InvalidChain"` });
  expect([status, body?.["code"]]).toEqual([400, "invalid_chain"]);
});

test("Prefer for a status or example that the contract does not have is a 400 that names it", async () => {
  const elsewhere = ["code=429, example=Empty", "code=400, example=Nothing", "code=200, example=Nothing"];
  for (const prefer of ["code=418", "code=0", "example=Nothing", ...elsewhere]) {
    const { status, body } = await get(TOKEN_LIST, { prefer });
    expect([status, body?.["code"], Object.keys(body?.["errors"] as object)]).toEqual([
      400,
      "invalid_params",
      ["Prefer"],
    ]);
  }
});

test("other preferences are ignored, and so are duplicates", async () => {
  expect((await get(TOKEN_LIST, { prefer: "respond-async, wait=10, code=" })).status).toBe(200);
  expect((await get(TOKEN_LIST, { prefer: "code=429, code=500" })).status).toBe(429);
});

test("without a key the answer is 401 with a challenge", async () => {
  const { response, status, body } = await get(TOKEN_LIST, { AccessKey: "" });
  expect([status, body?.["code"]]).toEqual([401, "access_key_missing"]);
  expect(response.headers.get("www-authenticate")).toContain("AccessKey");
  expect(response.headers.get("content-type")).toBe("application/problem+json");
});

test("user data requires a bearer token", async () => {
  const { response, status, body } = await get("/v1/me");
  expect([status, body?.["code"]]).toEqual([401, "unauthorized"]);
  expect(response.headers.get("www-authenticate")).toBe('Bearer realm="connect"');
  expect((await get("/v1/me", { authorization: "Bearer token" })).status).toBe(200);
});

test("validation errors are reported by parameter", async () => {
  const { status, body } = await get("/v1/token/top_holders?chain_id=eth&start=ten");
  expect(status).toBe(400);
  expect(body).toMatchObject({
    code: "invalid_params",
    errors: { id: "is required", start: "must be integer" },
    instance: "/v1/token/top_holders",
  });
});

test("a chain outside the contract's list is invalid_chain, as in the API", async () => {
  const { response, status, body } = await get("/v1/chain?id=ethereum");
  expect([status, body?.["code"], body?.["title"]]).toEqual([400, "invalid_chain", "Invalid chain"]);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect((await get("/v1/chain")).body).toMatchObject({ code: "invalid_params", errors: { id: "is required" } });
});

test("a body that violates its schema is reported by field", async () => {
  const { status, body } = await get(
    "/v1/wallet/explain_tx",
    { "content-type": "application/json" },
    { method: "POST", body: JSON.stringify({ tx: { chainId: 1 } }) },
  );
  expect([status, body?.["code"]]).toEqual([400, "invalid_params"]);
  expect(body?.["errors"]).toEqual({ "tx.from": "is required" });
});

test.for([["is_all=True"], ["is_all=0"], ["is_all=off"], ["nothing_known=1"]])(
  "a request that the API accepts is accepted: %s",
  async ([query]) => {
    expect((await get(`${TOKEN_LIST}&${query}`)).status).toBe(200);
  },
);

test.for(["constructor", "__proto__", "toString", "maybe"])("is_all=%s is not a boolean", async (value) => {
  const { status, body } = await get(`${TOKEN_LIST}&is_all=${value}`);
  expect([status, Object.keys(body?.["errors"] as object)]).toEqual([400, ["is_all"]]);
});

test("an empty list is absent", async () => {
  const target = "/v1/user/all_token_list?id=0x00000000000000000000000000000000000a11ce&chain_ids=";
  expect((await get(target)).status).toBe(200);
});

test("a body that is not JSON is a 400, not a hang", async () => {
  const { status, body } = await get(
    "/v1/wallet/explain_tx",
    { "content-type": "application/json" },
    { method: "POST", body: `{"tx":` },
  );
  expect([status, body?.["code"]]).toEqual([400, "invalid_params"]);
});

test("a body over a megabyte is a 413", async () => {
  const body = JSON.stringify({ tx: "x".repeat(1_100_000) });
  const answer = await get("/v1/wallet/explain_tx", { "content-type": "application/json" }, { method: "POST", body });
  expect([answer.status, answer.body?.["code"]]).toEqual([413, "content_too_large"]);
});

test("an unknown path is 404, a wrong method 405 with Allow, a malformed path 400", async () => {
  expect(await get("/v1/nothing")).toMatchObject({ status: 404, body: { code: "not_found" } });
  const wrong = await get("/v1/chain/list", {}, { method: "DELETE" });
  expect(wrong).toMatchObject({ status: 405, body: { code: "method_not_allowed" } });
  expect(wrong.response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  expect(await get("/%zz")).toMatchObject({ status: 400, body: { code: "invalid_params" } });
});

test.for([
  ["/v1/chain/?id=eth", 200],
  ["http://evil.example/v1/chain?id=eth", 200],
  ["/v1/chain//?id=eth", 404],
  ["//", 404],
  ["//v1/chain?id=eth", 404],
] as const)("the target %s is %i, as in the API", async ([target, status]) => {
  const { hostname, port } = new URL(mock.url);
  const sent = request({ hostname, port, path: target, headers: { AccessKey: "pk_1" } }).end(); // fetch would normalize it
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(status);
});

test("HEAD returns the headers of GET without its body", async () => {
  const { status, body, response } = await get("/v1/chain/list", {}, { method: "HEAD" });
  expect([status, body, response.headers.get("content-type")]).toEqual([200, undefined, "application/json"]);
});

test("a client that requests plain JSON gets errors as such, and a browser gets a response", async () => {
  const plain = await get(TOKEN_LIST, { AccessKey: "", accept: "application/json" });
  expect(plain.response.headers.get("content-type")).toBe("application/json");
  const either = await get(TOKEN_LIST, { AccessKey: "", accept: "application/json, */*;q=0.1" }); // as in the API
  expect(either.response.headers.get("content-type")).toBe("application/json");
  expect((await get(TOKEN_LIST, { accept: "text/html,application/xhtml+xml" })).status).toBe(200);
});

test("a page of any origin may call with its key and read the relevant headers", async () => {
  const preflight = await get(TOKEN_LIST, { origin: "https://app.example" }, { method: "OPTIONS" });
  expect(preflight.status).toBe(204);
  expect(preflight.response.headers.get("access-control-allow-headers")).toMatch(/AccessKey.*Prefer/);
  const { response } = await get(TOKEN_LIST, { origin: "https://app.example" });
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("access-control-expose-headers")).toContain("Portico-Chains");
  expect(response.headers.get("access-control-allow-credentials")).toBeNull();
});

test("health needs no key", async () => {
  expect((await get("/healthz", { AccessKey: "" })).status).toBe(200);
  expect((await get("/readyz", { AccessKey: "" })).status).toBe(200);
});

test("every response has its request id, in the header and in the problem", async () => {
  const { response, body } = await get("/v1/nothing");
  expect(body?.["request_id"]).toBe(response.headers.get("x-request-id"));
});

test("H01, H02 a client that sends headers or a body slowly is disconnected", async () => {
  const limits = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 50 };
  await using slow = await startMock(mockDocument, { limits });
  const port = Number(new URL(slow.url).port);
  const post = "POST /v1/wallet/explain_tx HTTP/1.1\r\nHost: x\r\nAccessKey: k\r\n";
  const answers = await Promise.all([
    rawRequest(port, ["GET / HTTP/1.1\r\n", ...Array.from({ length: 10 }, (_, n) => `X-${n}: a\r\n`)], 50),
    rawRequest(port, [`${post}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`, " ", " "], 50),
  ]);
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});
