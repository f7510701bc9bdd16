import { expect, test } from "vitest";
import { createClient, PorticoError, unwrap } from "./index.ts";
import { startServer } from "./testing/startServer.ts";

const OWNER = "0x00000000000000000000000000000000000a11ce";
const MAX = 2n ** 256n - 1n;
const json = { "content-type": "application/json" };
const problem = { "content-type": "application/problem+json" };
const query = { id: OWNER, chain_id: "eth" };

const servingTokens = (headers: Record<string, string> = json) =>
  startServer((response) => response.writeHead(200, headers).end(`[{"id":"eth","amount":1.5,"raw_amount":${MAX}}]`));

test("amounts beyond 2^53 arrive exactly, however the answer is framed", async () => {
  const length = String(`[{"id":"eth","amount":1.5,"raw_amount":${MAX}}]`.length);
  for (const headers of [json, { ...json, "content-length": length }]) {
    await using server = await servingTokens(headers);
    const { data } = await createClient({ baseUrl: server.url }).GET("/v1/user/token_list", { params: { query } });
    expect(data?.[0]).toEqual({ id: "eth", amount: 1.5, raw_amount: MAX });
  }
});

test("request, the way with the method as text, reads as exactly as the methods do", async () => {
  await using server = await servingTokens();
  const client = createClient({ baseUrl: server.url });
  const { data } = await client.request("get", "/v1/user/token_list", { params: { query } });
  expect(data?.[0]?.raw_amount).toBe(MAX);
});

test("the key travels as the header AccessKey, and the query as the contract has it", async () => {
  await using server = await servingTokens();
  const client = createClient({ baseUrl: `${server.url}/`, accessKey: "pk_1" });
  await client.GET("/v1/user/token_list", { params: { query: { ...query, is_all: false } } });
  expect(server.received[0]?.url).toBe(`/v1/user/token_list?id=${OWNER}&chain_id=eth&is_all=false`);
  expect(server.received[0]?.headers["accesskey"]).toBe("pk_1");
});

test("an access token travels as a bearer's, and only when it is given", async () => {
  await using server = await startServer((response) => response.writeHead(200, json).end("{}"));
  await createClient({ baseUrl: server.url, accessToken: "at_1" }).GET("/v1/me");
  await createClient({ baseUrl: server.url, accessKey: "pk_1" }).GET("/v1/user/token_list", { params: { query } });
  expect(server.received.map(({ headers }) => headers["authorization"])).toEqual(["Bearer at_1", undefined]);
});

test("lists travel as csv", async () => {
  await using server = await servingTokens();
  const client = createClient({ baseUrl: server.url });
  await client.GET("/v1/user/all_token_list", { params: { query: { id: OWNER, chain_ids: ["eth", "base"] } } });
  expect(server.received[0]?.url).toBe(`/v1/user/all_token_list?id=${OWNER}&chain_ids=eth,base`);
});

test("a bigint in a body is written digit for digit", async () => {
  await using server = await servingTokens();
  const client = createClient({ baseUrl: server.url });
  await client.POST("/v1/wallet/explain_tx", { body: { value: MAX } });
  expect(server.received[0]?.body).toBe(`{"value":${MAX}}`);
  expect(server.received[0]?.headers["content-type"]).toBe("application/json");
});

test("a problem is the error of the result, and unwrap throws it", async () => {
  await using server = await startServer((response) =>
    response
      .writeHead(400, problem)
      .end(JSON.stringify({ status: 400, code: "invalid_chain", message: "no chain 'x'" })),
  );
  const call = createClient({ baseUrl: server.url }).GET("/v1/user/token_list", { params: { query } });
  const { data, error } = await call;
  expect([data, error?.code]).toEqual([undefined, "invalid_chain"]);
  const thrown = await unwrap(call).catch((reason: unknown) => reason);
  expect(thrown).toBeInstanceOf(PorticoError);
  expect(thrown).toMatchObject({ code: "invalid_chain", status: 400, message: "no chain 'x'" });
});

test("an answer that is no problem of ours throws with the code unknown", async () => {
  await using server = await startServer((response) => response.writeHead(502, "Bad Gateway").end("<html>"));
  const call = createClient({ baseUrl: server.url }).GET("/v1/user/token_list", { params: { query } });
  await expect(unwrap(call)).rejects.toMatchObject({ code: "unknown", status: 502, message: "502 Bad Gateway" });
});

test("unwrap gives the data of an answer that is fine", async () => {
  await using server = await servingTokens();
  const call = createClient({ baseUrl: server.url }).GET("/v1/user/token_list", { params: { query } });
  expect((await unwrap(call))[0]?.raw_amount).toBe(MAX);
});

const failingOnce = () =>
  startServer((response, _request, count) =>
    response.writeHead(count === 1 ? 503 : 200, { ...json, "retry-after": "0" }).end("[]"),
  );

test("a 503 is repeated, and not when retry is false", async () => {
  await using first = await failingOnce();
  await using second = await failingOnce();
  const repeated = await createClient({ baseUrl: first.url }).GET("/v1/user/token_list", { params: { query } });
  const single = await createClient({ baseUrl: second.url, retry: false }).GET("/v1/user/token_list", {
    params: { query },
  });
  expect([repeated.response.status, single.response.status]).toEqual([200, 503]);
});

test("a redirect is refused, so that the key goes nowhere else", async () => {
  await using elsewhere = await servingTokens();
  await using server = await startServer((response) => response.writeHead(307, { location: elsewhere.url }).end());
  const client = createClient({ baseUrl: server.url, accessKey: "pk_1" });
  await expect(client.GET("/v1/user/token_list", { params: { query } })).rejects.toThrow("fetch failed");
  expect(elsewhere.received).toEqual([]);
});

test("an abort rejects the call", async () => {
  await using server = await startServer(() => undefined);
  const signal = AbortSignal.timeout(50);
  const client = createClient({ baseUrl: server.url });
  await expect(client.GET("/v1/user/token_list", { params: { query }, signal })).rejects.toThrow(/abort|timeout/i);
});

test("other ways to read an answer are left alone", async () => {
  await using server = await servingTokens();
  const client = createClient({ baseUrl: server.url });
  const { data } = await client.GET("/v1/user/token_list", { params: { query }, parseAs: "text" });
  expect(data).toContain(String(MAX));
});

test("a fetch of one's own gets the whole request", async () => {
  const seen: string[] = [];
  const fetch = (request: Request) => {
    seen.push(`${request.method} ${request.url}`);
    return Promise.resolve(Response.json([]));
  };
  await createClient({ baseUrl: "http://portico.test", fetch }).GET("/v1/user/token_list", { params: { query } });
  expect(seen).toEqual([`GET http://portico.test/v1/user/token_list?id=${OWNER}&chain_id=eth`]);
});

test("an answer that the caller has already is 304 and no data", async () => {
  await using server = await startServer((response, { headers }) =>
    response.writeHead(headers["if-none-match"] === '"a"' ? 304 : 200, { etag: '"a"' }).end(),
  );
  const header = { "If-None-Match": '"a"' };
  const call = createClient({ baseUrl: server.url }).GET("/v1/user/token_list", { params: { query, header } });
  const { data, response } = await call;
  expect([response.status, response.headers.get("etag"), data]).toEqual([304, '"a"', undefined]);
  await expect(unwrap(call)).rejects.toMatchObject({ status: 304 });
});
