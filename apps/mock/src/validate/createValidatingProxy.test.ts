import { once } from "node:events";
import { createServer, request as requestOver, type IncomingMessage, type RequestListener } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen } from "../testing/listen.ts";
import { mockDocument, startMock, type RunningMock } from "../testing/startMock.ts";
import { createValidatingProxy, type ProxyOptions } from "./createValidatingProxy.ts";

const KEY = { AccessKey: "pk_1" };

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock[Symbol.asyncDispose]());

async function startProxy(upstream: string, options: Partial<ProxyOptions> = {}) {
  const { server, report } = createValidatingProxy({ upstream, document: mockDocument, ...options });
  return Object.assign(await listen(server), { report });
}

const serve = (listener: RequestListener) => listen(createServer(listener));

test("a conforming server's responses pass byte for byte, and the report lists the calls", async () => {
  using proxy = await startProxy(mock.url);
  const target = `/v1/user/token_list?id=0x0000000000000000000000000000000000005000&chain_id=eth`;
  const [through, direct] = await Promise.all(
    [proxy.url, mock.url].map((url) => fetch(url + target, { headers: KEY })),
  );
  expect(await through?.text()).toBe(await direct?.text());
  expect(through?.headers.get("portico-chains")).toBe(direct?.headers.get("portico-chains"));
  await fetch(`${proxy.url}/v1/chain?id=nowhere`, { headers: KEY });
  await fetch(`${proxy.url}/v1/nothing`, { headers: KEY });
  const head = await fetch(`${proxy.url}/v1/chain/list`, { method: "HEAD", headers: KEY });
  const known = await fetch(`${proxy.url}/v1/chain/list`, {
    headers: { ...KEY, "If-None-Match": head.headers.get("etag") ?? "" },
  });
  expect([head.status, known.status]).toEqual([200, 304]);
  const { breaches, answers, notAsked } = proxy.report.toJson();
  expect(breaches).toEqual([]);
  expect(answers).toMatchObject({ getUserTokenList: 1, getChain: 1, getChainList: 2 });
  expect(notAsked).toContain("getMe");
  expect(proxy.report.toText()).toMatch(/^validate: 5 responses of 4 operations, 0 violated the contract$/);
});

test.for([
  ["a missing field", 200, "application/json", `[{"id":"eth"}]`, "must have required property 'community_id'"],
  ["a wrong type", 200, "application/json", `{}`, "must be array"],
  ["a status that the contract doesn't have", 418, "application/json", `{}`, "status code"],
  ["another media type", 200, "text/plain", "eth", `media type "text/plain"`],
  ["half of a body", 200, "application/json", `[{"id":`, "not JSON"],
  ["an error of something between", 502, "text/html", "<html>", "502"],
  ["an error that is no problem", 500, "application/problem+json", `{"error":"oops"}`, "must have required property"],
] as const)("%s is a 500 that reports it, or passes if it is only reported", async ([, status, type, body, text]) => {
  using upstream = await serve((_request, response) => response.writeHead(status, { "content-type": type }).end(body));
  using strict = await startProxy(upstream.url);
  const refused = await fetch(`${strict.url}/v1/chain/list`, { headers: KEY });
  expect([refused.status, await refused.text()]).toEqual([500, expect.stringContaining(text.replaceAll('"', '\\"'))]);
  expect(strict.report.toText()).toContain(text);
  using lenient = await startProxy(upstream.url, { isLenient: true });
  const passed = await fetch(`${lenient.url}/v1/chain/list`, { headers: KEY });
  expect([passed.status, await passed.text()]).toEqual([status, body]);
  expect(Number(passed.headers.get("portico-violations"))).toBeGreaterThan(0);
});

test("equal violations of list elements are one line", async () => {
  const chain = { id: "eth" };
  using upstream = await serve((_request, response) =>
    response.setHeader("content-type", "application/json").end(JSON.stringify([chain, chain, chain])),
  );
  using proxy = await startProxy(upstream.url);
  const refused = (await (await fetch(`${proxy.url}/v1/chain/list`, { headers: KEY })).json()) as { detail: string };
  expect(refused.detail.match(/property 'name'/g)).toHaveLength(1);
  expect(proxy.report.toText().match(/\*: .*property 'name'/g)).toHaveLength(1);
  expect(proxy.report.toJson().breaches[0]?.violations.filter((one) => one.includes("'name'"))).toHaveLength(3);
});

test("a path outside the contract must not succeed, and a server must respond", async () => {
  using upstream = await serve((_request, response) => response.end("hello"));
  using proxy = await startProxy(upstream.url);
  expect((await fetch(`${proxy.url}/v1/secret`)).status).toBe(500);
  using gone = await startProxy("http://127.0.0.1:9");
  expect(await (await fetch(`${gone.url}/v1/chain/list`)).text()).toContain("no response");
  expect(gone.report.toJson().breaches).toHaveLength(1);
});

test("a response that breaks off, or has a wrong encoding, violates the contract", async () => {
  const type = { "content-type": "application/json" };
  const listeners: RequestListener[] = [
    (_request, response) => response.writeHead(200, type).write("[", () => response.destroy()),
    (_request, response) => response.writeHead(200, { ...type, "content-encoding": "gzip" }).end("[]"),
  ];
  for (const listener of listeners) {
    using upstream = await serve(listener);
    using proxy = await startProxy(upstream.url);
    const refused = await fetch(`${proxy.url}/v1/chain/list`, { headers: KEY });
    expect([refused.status, await refused.text()]).toEqual([500, expect.stringContaining("or an incomplete one")]);
    expect(proxy.report.toJson().breaches).toMatchObject([{ operation: "GET /v1/chain/list", status: 502 }]);
  }
});

test("what can't be forwarded is not the server's fault", async () => {
  using upstream = await serve((_request, response) => response.end("hello"));
  using proxy = await startProxy(upstream.url);
  const { port } = new URL(proxy.url);
  const request = requestOver({ host: "127.0.0.1", port, path: "/v1/chain/list", method: "TRACE" }).end();
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  answer.resume();
  expect([answer.statusCode, proxy.report.toJson().breaches]).toEqual([405, []]);
});

test("bodies and repeated headers reach the server unchanged", async () => {
  const received: string[] = [];
  using upstream = await serve((request, response) => {
    request.on("data", (part: Buffer) => received.push(part.toString()));
    request.on("end", () => {
      received.push(
        request.method ?? "",
        request.headers["content-type"] ?? "",
        request.headers["x-a"]?.toString() ?? "",
      );
      response.writeHead(404).end();
    });
  });
  using proxy = await startProxy(upstream.url);
  const headers = new Headers([
    ["content-type", "application/json"],
    ["x-a", "1"],
    ["x-a", "2"],
  ]);
  await fetch(`${proxy.url}/nowhere`, { method: "POST", headers, body: `{"a":1}` });
  expect(received).toEqual([`{"a":1}`, "POST", "application/json", "1, 2"]);
});
