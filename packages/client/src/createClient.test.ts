import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createClient, PorticoError, unwrap, unwrapWithMeta } from "./index.ts";
import { startServer } from "./testing/startServer.ts";

const OWNER = "0x00000000000000000000000000000000000a11ce";
const MAX = 2n ** 256n - 1n;
const json = { "content-type": "application/json" };
const problem = { "content-type": "application/problem+json" };
const query = { id: OWNER, chain_id: "eth" };

const servingTokens = (headers: Record<string, string> = json) =>
  startServer((response) => response.writeHead(200, headers).end(`[{"id":"eth","amount":1.5,"raw_amount":${MAX}}]`));

test("amounts beyond 2^53 arrive exactly, however the response is framed", async () => {
  const length = String(`[{"id":"eth","amount":1.5,"raw_amount":${MAX}}]`.length);
  for (const headers of [json, { ...json, "content-length": length }]) {
    await using server = await servingTokens(headers);
    const { data } = await createClient({ baseUrl: server.url }).GET("/v1/user/token_list", { params: { query } });
    expect(data?.[0]).toEqual({ id: "eth", amount: 1.5, raw_amount: MAX });
  }
});

test("request, with the method as text, is as exact as the methods", async () => {
  await using server = await servingTokens();
  const client = createClient({ baseUrl: server.url });
  const { data } = await client.request("get", "/v1/user/token_list", { params: { query } });
  expect(data?.[0]?.raw_amount).toBe(MAX);
});

test("the key is sent as the header AccessKey, and the query as in the contract", async () => {
  await using server = await servingTokens();
  const client = createClient({ baseUrl: `${server.url}/`, accessKey: "pk_1" });
  await client.GET("/v1/user/token_list", { params: { query: { ...query, is_all: false } } });
  expect(server.received[0]?.url).toBe(`/v1/user/token_list?id=${OWNER}&chain_id=eth&is_all=false`);
  expect(server.received[0]?.headers["accesskey"]).toBe("pk_1");
});

test("an access token is sent as a bearer token, only if given", async () => {
  await using server = await startServer((response) => response.writeHead(200, json).end("{}"));
  await createClient({ baseUrl: server.url, accessToken: "at_1" }).GET("/v1/me");
  await createClient({ baseUrl: server.url, accessKey: "pk_1" }).GET("/v1/user/token_list", { params: { query } });
  expect(server.received.map(({ headers }) => headers["authorization"])).toEqual(["Bearer at_1", undefined]);
});

test("lists are sent as csv", async () => {
  await using server = await servingTokens();
  const client = createClient({ baseUrl: server.url });
  await client.GET("/v1/user/all_token_list", { params: { query: { id: OWNER, chain_ids: ["eth", "base"] } } });
  expect(server.received[0]?.url).toBe(`/v1/user/all_token_list?id=${OWNER}&chain_ids=eth,base`);
});

test("a bigint in a body is serialized digit for digit", async () => {
  await using server = await servingTokens();
  const client = createClient({ baseUrl: server.url });
  await client.POST("/v1/wallet/explain_tx", { body: { value: MAX } });
  expect(server.received[0]?.body).toBe(`{"value":${MAX}}`);
  expect(server.received[0]?.headers["content-type"]).toBe("application/json");
});

test("a problem is the result's error, and unwrap throws it", async () => {
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

test("an error response that isn't a problem throws with the code unknown", async () => {
  await using server = await startServer((response) => response.writeHead(502, "Bad Gateway").end("<html>"));
  const call = createClient({ baseUrl: server.url }).GET("/v1/user/token_list", { params: { query } });
  await expect(unwrap(call)).rejects.toMatchObject({ code: "unknown", status: 502, message: "502 Bad Gateway" });
});

test("unwrap returns the data of a successful response", async () => {
  await using server = await servingTokens();
  const call = createClient({ baseUrl: server.url }).GET("/v1/user/token_list", { params: { query } });
  expect((await unwrap(call))[0]?.raw_amount).toBe(MAX);
});

const failingOnce = () =>
  startServer((response, _request, count) =>
    response.writeHead(count === 1 ? 503 : 200, { ...json, "retry-after": "0" }).end("[]"),
  );

test("a 503 is retried, and not if retry is false", async () => {
  await using first = await failingOnce();
  await using second = await failingOnce();
  const repeated = await createClient({ baseUrl: first.url }).GET("/v1/user/token_list", { params: { query } });
  const single = await createClient({ baseUrl: second.url, retry: false }).GET("/v1/user/token_list", {
    params: { query },
  });
  expect([repeated.response.status, single.response.status]).toEqual([200, 503]);
  await using third = await failingOnce();
  const client = createClient({ baseUrl: third.url, retry: false });
  const own = await client.GET("/v1/user/token_list", { params: { query }, retry: { attempts: 2 } });
  expect(own.response.status).toBe(200); // a call's timeout may exceed the client's
});

test("a redirect is rejected, so that the key goes nowhere else", async () => {
  await using elsewhere = await servingTokens();
  await using server = await startServer((response) => response.writeHead(307, { location: elsewhere.url }).end());
  const client = createClient({ baseUrl: server.url, accessKey: "pk_1" });
  const error = await client.GET("/v1/user/token_list", { params: { query } }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: "PorticoError", code: "redirected", status: 307 });
  const init = { params: { query }, redirect: "manual" as const };
  expect((await client.GET("/v1/user/token_list", init)).response.status).toBe(307); // visible to a caller that requests it
  expect(elsewhere.received).toEqual([]);
  expect(server.received).toHaveLength(2);
});

const silent = () => startServer(() => undefined);
const endless = () => startServer((response) => void response.writeHead(200, json).write("["));

test("an abort rejects the call with its own reason, before and within a response", async () => {
  for (const start of [silent, endless]) {
    await using server = await start();
    const abort = new AbortController();
    const call = createClient({ baseUrl: server.url }).GET("/v1/chain/list", { signal: abort.signal });
    setTimeout(() => abort.abort(new Error("enough")), 30);
    await expect(call).rejects.toThrow("enough");
  }
  await using server = await silent();
  const signal = AbortSignal.abort(new Error("never"));
  await expect(createClient({ baseUrl: server.url }).GET("/v1/chain/list", { signal })).rejects.toThrow("never");
  expect(server.received).toEqual([]);
});

test("a call that takes too long rejects with the code timeout, whatever it waits for", async () => {
  for (const start of [silent, endless]) {
    await using server = await start();
    const call = createClient({ baseUrl: server.url, timeoutMs: 50 }).GET("/v1/chain/list");
    const error = await call.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PorticoError);
    expect(error).toMatchObject({ code: "timeout", status: 0, response: undefined });
    expect(server.received.length).toBeLessThan(2);
  }
});

test("a retry pause that exceeds the timeout isn't begun: the last response is returned", async () => {
  await using server = await startServer((response) => response.writeHead(503, { "retry-after": "4" }).end());
  const client = createClient({ baseUrl: server.url, timeoutMs: 3000 });
  const { response } = await client.GET("/v1/chain/list");
  expect([response.status, server.received.length]).toEqual([503, 1]);
});

test("a call may have another timeout than the client's, or none", async () => {
  await using server = await startServer((response) => void setTimeout(() => response.writeHead(200).end("[]"), 60));
  const client = createClient({ baseUrl: server.url, timeoutMs: 30 });
  await expect(client.GET("/v1/chain/list")).rejects.toMatchObject({ code: "timeout" });
  for (const timeoutMs of [Infinity, 2 ** 31])
    expect((await client.GET("/v1/chain/list", { timeoutMs })).data).toEqual([]);
});

test("a stream is not cut by the timeout, and ends with the caller's abort", async () => {
  const { promise: late, resolve: isLate } = Promise.withResolvers<void>();
  const fetch = async ({ signal }: Request) => {
    const stop = (controller: ReadableStreamDefaultController) => () => controller.error(signal.reason);
    const body = new ReadableStream({ start: (controller) => signal.addEventListener("abort", stop(controller)) });
    setTimeout(isLate, 60);
    return new Response(body);
  };
  const abort = new AbortController();
  const client = createClient({ baseUrl: "http://portico.test", fetch, timeoutMs: 40 });
  const { data } = await client.GET("/v1/chain/list", { parseAs: "stream", signal: abort.signal });
  const read = data!.getReader().read();
  expect(await Promise.race([late.then(() => "still there"), read])).toBe("still there");
  abort.abort(new Error("enough"));
  await expect(read).rejects.toThrow("enough");
});

test("a call times out within its response also after a garbage collection", async () => {
  await using server = await startServer((response) => void response.writeHead(200, json).write("["));
  const client = createClient({ baseUrl: server.url });
  const replacing = createClient({ baseUrl: server.url });
  replacing.use({ onRequest: ({ request }) => new Request(request, { headers: { "x-site": "shop" } }) });
  const abort = new AbortController();
  const calls = [
    client.GET("/v1/chain/list", { timeoutMs: 400 }),
    replacing.GET("/v1/chain/list", { timeoutMs: 400 }),
    replacing.GET("/v1/chain/list", { signal: abort.signal }),
    client.GET("/v1/chain/list", { signal: abort.signal }),
    client
      .GET("/v1/chain/list", { parseAs: "stream", signal: abort.signal })
      .then(({ data }) => new Response(data).text()),
  ].map((call) => call.catch((error: unknown) => (error as Error).message));
  while (server.received.length < calls.length) await pause(5);
  await pause(100); // the responses have begun
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  abort.abort(new Error("enough"));
  const late = "no complete response within 400 ms";
  expect(await Promise.all(calls)).toEqual([late, late, "enough", "enough", "enough"]);
});

test("a call times out even if a middleware does not return", async () => {
  const client = createClient({ baseUrl: "http://portico.test", timeoutMs: 20 });
  client.use({ onRequest: () => new Promise(() => undefined) });
  await expect(client.GET("/v1/chain/list")).rejects.toMatchObject({ code: "timeout" });
});

test("a missing server is unreachable; the cause is in the error", async () => {
  const server = await silent();
  await server[Symbol.asyncDispose]();
  const call = createClient({ baseUrl: server.url, retry: false }).GET("/v1/chain/list");
  const error = await call.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: "PorticoError", code: "unreachable", cause: expect.any(TypeError) });
  expect(String(error)).toContain(server.url);
});

test("a GET is retried when its connection breaks, a POST is not", async () => {
  const breaking = () =>
    startServer((response, _request, count) => (count === 1 ? response.destroy() : response.end("[]")));
  await using first = await breaking();
  expect((await createClient({ baseUrl: first.url }).GET("/v1/chain/list")).data).toEqual([]);
  await using second = await breaking();
  const call = createClient({ baseUrl: second.url }).POST("/v1/wallet/explain_tx", { body: { value: 1n } });
  await expect(call).rejects.toMatchObject({ code: "unreachable" });
  expect(second.received).toHaveLength(1);
});

/** Breaks off `times` times in the middle of a body, then responds. */
const breakingOff = (times: number, status = 200) =>
  startServer((response, _request, count) =>
    count > times ? response.end("[]") : response.writeHead(status, json).write("[", () => response.destroy()),
  );

test("a GET whose response breaks off is retried once, unless retry is false; a POST is not", async () => {
  await using once = await breakingOff(1);
  expect((await createClient({ baseUrl: once.url }).GET("/v1/chain/list")).data).toEqual([]);
  await using always = await breakingOff(9);
  const client = createClient({ baseUrl: always.url });
  const calls = [
    () => client.GET("/v1/chain/list"),
    () => client.GET("/v1/chain/list", { retry: false }),
    () => client.POST("/v1/wallet/explain_tx", { body: { value: 1n } }),
  ];
  const requestedAt: number[] = [];
  for (const call of calls) {
    const error = await call().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "PorticoError", code: "unreachable", status: 200 });
    requestedAt.push(always.received.splice(0).length);
  }
  expect(requestedAt).toEqual([2, 1, 1]);
});

test("a response that breaks off is a PorticoError also if it is an error or read in another way", async () => {
  await using failing = await breakingOff(9, 404);
  const error = createClient({ baseUrl: failing.url, retry: false }).GET("/v1/chain/list");
  await expect(error).rejects.toMatchObject({ name: "PorticoError", code: "unreachable", status: 404 });
  await using server = await breakingOff(9);
  const text = createClient({ baseUrl: server.url, retry: false }).GET("/v1/chain/list", { parseAs: "text" });
  await expect(text).rejects.toMatchObject({ name: "PorticoError", code: "unreachable", status: 200 });
});

test("a successful response that isn't the contract's JSON is an error with the code unknown", async () => {
  for (const body of ["<html>", '[{"raw_amount":1e77}]']) {
    await using server = await startServer((response) => response.writeHead(200).end(body));
    const call = createClient({ baseUrl: server.url }).GET("/v1/chain/list");
    await expect(call).rejects.toMatchObject({ code: "unknown", status: 200 });
  }
});

test("the metadata of headers is the result's meta, for errors too, and stays with the data", async () => {
  await using server = await startServer((response, _request, count) =>
    response.writeHead(count === 1 ? 200 : 404, { "portico-chains": "eth;block=7", "x-request-id": "r" }).end("[]"),
  );
  const client = createClient({ baseUrl: server.url });
  const { data, meta } = await unwrapWithMeta(client.GET("/v1/chain/list"));
  expect([data, meta.chains[0]?.block, meta.requestId]).toEqual([[], 7, "r"]);
  expect((await client.GET("/v1/chain/list")).meta.requestId).toBe("r");
});

test("the sign-in service's errors have their codes too", async () => {
  await using server = await startServer((response) =>
    response.writeHead(400, json).end('{"error":"invalid_grant","error_description":"it ended"}'),
  );
  const call = createClient({ baseUrl: server.url }).POST("/oauth2/revoke", { body: { token: "t" } });
  await expect(unwrap(call)).rejects.toMatchObject({ code: "invalid_grant", message: "it ended", status: 400 });
});

test("other ways to parse a response are left alone", async () => {
  await using server = await servingTokens();
  const client = createClient({ baseUrl: server.url });
  const { data } = await client.GET("/v1/user/token_list", { params: { query }, parseAs: "text" });
  expect(data).toContain(String(MAX));
});

test("a custom fetch gets the whole request", async () => {
  const seen: string[] = [];
  const fetch = (request: Request) => {
    seen.push(`${request.method} ${request.url}`);
    return Promise.resolve(Response.json([]));
  };
  await createClient({ baseUrl: "http://portico.test", fetch }).GET("/v1/user/token_list", { params: { query } });
  expect(seen).toEqual([`GET http://portico.test/v1/user/token_list?id=${OWNER}&chain_id=eth`]);
});

test("a response that the caller has already is 304 without data", async () => {
  await using server = await startServer((response, { headers }) =>
    response.writeHead(headers["if-none-match"] === '"a"' ? 304 : 200, { etag: '"a"' }).end(),
  );
  const header = { "If-None-Match": '"a"' };
  const call = createClient({ baseUrl: server.url }).GET("/v1/user/token_list", { params: { query, header } });
  const { data, response } = await call;
  expect([response.status, response.headers.get("etag"), data]).toEqual([304, '"a"', undefined]);
  await expect(unwrap(call)).rejects.toMatchObject({ status: 304 });
});
