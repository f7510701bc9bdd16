import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { getChain } from "./chains.ts";
import { NATIVE_TOKEN } from "./nativeToken.ts";
import { createRpc } from "./rpc.ts";
import type { RpcOptions } from "./rpc.ts";
import { EndpointError, findCause, RpcCallError, WrongChainError } from "./rpcErrors.ts";
import { startFaultyServer } from "./testing/faultyServer.ts";
import type { FaultyServer } from "./testing/faultyServer.ts";

const servers: FaultyServer[] = [];
const plain: Server[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  for (const server of plain.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(chainId = 1, head = 7, options: { takesBatches?: boolean } = {}): Promise<FaultyServer> {
  const server = await startFaultyServer(({ method, params }) => {
    if (method === "eth_chainId") return { result: `0x${chainId.toString(16)}` };
    if (method === "eth_blockNumber") return { result: `0x${head.toString(16)}` };
    if (method === "eth_getBalance") return { result: params[0] };
    return { error: { code: -32_601, message: `the method ${method} does not exist` } };
  }, options);
  servers.push(server);
  return server;
}

const connect = (urls: string[], options: Partial<RpcOptions> = {}) =>
  createRpc({ chain: getChain("eth"), urls, baseDelayMs: 1, maxDelayMs: 5, timeoutMs: 300, ...options });

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

test.each([
  ["429 until a date", { status: 429, body: "", headers: { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" } }],
  ["429", { status: 429, body: "slow down", headers: { "retry-after": "0" } }],
  ["500", { status: 500, body: "" }],
  ["503 with a JSON-RPC body", { status: 503, body: '{"jsonrpc":"2.0","id":0,"error":{"code":-1,"message":"x"}}' }],
  ["a page of HTML", { status: 200, body: "<html>Checking your browser</html>" }],
  ["truncated JSON", { status: 200, body: '{"jsonrpc":"2.0","id":0,"resu' }],
  ["a time-out", "hang"],
  ["a dropped connection", "drop"],
] as const)("%s is retried on the same URL when there is no other", async (_, fault) => {
  const server = await serve();
  const rpc = connect([server.url]);
  await rpc.getBlockNumber();
  server.faults.push(fault, fault);
  expect(await rpc.getBlockNumber()).toBe(7n);
});

test("another URL answers while the first one is ill, and the first is used again later", async () => {
  const [first, second] = [await serve(1, 7), await serve(1, 8)];
  const rpc = connect([first.url, second.url], { baseDelayMs: 200, maxDelayMs: 200 });
  expect(await rpc.getBlockNumber()).toBe(7n);
  first.faults.push({ status: 502, body: "" });
  expect(await rpc.getBlockNumber()).toBe(8n);
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(await rpc.getBlockNumber()).toBe(7n);
});

test("calls of one tick travel as one batch and their answers find their calls", async () => {
  const server = await serve();
  const rpc = connect([server.url]);
  await rpc.getChainId();
  const addresses = Array.from(
    { length: 50 },
    (_, index) => `0x${(index + 1).toString(16).padStart(40, "0")}` as const,
  );
  const balances = await Promise.all(addresses.map((address) => rpc.getBalance({ address })));
  expect(balances).toEqual(addresses.map((address) => BigInt(address)));
  expect(server.posts.at(-1)).toHaveLength(50);
});

test("a node that takes no batches is asked one by one", async () => {
  const server = await serve(1, 7, { takesBatches: false });
  const rpc = connect([server.url]);
  await rpc.getChainId();
  expect(await Promise.all([rpc.getBlockNumber(), rpc.getChainId(), rpc.getBlockNumber()])).toEqual([7n, 1, 7n]);
  expect(server.posts.at(-1)).toHaveLength(1);
});

test("the chain id is verified once before anything else is asked", async () => {
  const server = await serve();
  const rpc = connect([server.url]);
  await Promise.all([rpc.getBlockNumber(), rpc.getBalance({ address: NATIVE_TOKEN })]);
  await rpc.getBlockNumber();
  expect(server.posts.map((calls) => calls.map(({ method }) => method))).toEqual([
    ["eth_chainId"],
    ["eth_blockNumber", "eth_getBalance"],
    ["eth_blockNumber"],
  ]);
});

test("an RPC of another chain is an error that names both, and nothing else is asked of it", async () => {
  const server = await serve(8453);
  const error = findCause(await failureOf(connect([server.url]).getBlockNumber()), WrongChainError);
  expect(error?.message).toBe(
    `The RPC at ${new URL(server.url).host} answers for chain id 8453, but 'eth' has chain id 1`,
  );
  expect(server.posts.flat().map(({ method }) => method)).toEqual(["eth_chainId"]);
});

test("a wrong chain among several URLs is left out", async () => {
  const [wrong, right] = [await serve(8453, 1), await serve(1, 9)];
  expect(await connect([wrong.url, right.url]).getBlockNumber()).toBe(9n);
});

test("a refusal by the node is not retried and keeps its code", async () => {
  const server = await serve();
  const rpc = connect([server.url]);
  await rpc.getBlockNumber();
  const error = findCause(await failureOf(rpc.getGasPrice()), RpcCallError);
  expect(error?.code).toBe(-32_601);
  expect(server.posts).toHaveLength(3);
});

test("a rate limit told as a JSON-RPC error is retried", async () => {
  let asked = 0;
  const server = await startFaultyServer(({ method }) => {
    if (method === "eth_chainId") return { result: "0x1" };
    asked += 1;
    return asked < 3 ? { error: { code: -32_005, message: "daily request rate limit reached" } } : { result: "0x5" };
  });
  servers.push(server);
  expect(await connect([server.url]).getBlockNumber()).toBe(5n);
});

test("retries end, and the error keeps the URL's secrets to itself", async () => {
  const server = await serve();
  server.faults.push(...Array.from({ length: 9 }, () => ({ status: 500, body: "" })));
  const url = server.url.replace("http://", "http://user:hunter2@");
  const failure = await failureOf(connect([`${url}/v2/abcdef`], { attempts: 3 }).getBlockNumber());
  expect(findCause(failure, EndpointError)?.status).toBe(500);
  expect(server.posts).toHaveLength(3);
  expect(String(failure)).not.toMatch(/hunter2|abcdef/);
});

/** Replies to the next requests of a server of its own with what `reply` makes of them. */
async function serveReplies(reply: (calls: { id: number; method: string }[]) => unknown): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const calls = [JSON.parse(Buffer.concat(chunks).toString())].flat();
      const isCheck = calls[0].method === "eth_chainId";
      response.end(JSON.stringify(isCheck ? { jsonrpc: "2.0", id: calls[0].id, result: "0x1" } : reply(calls)));
    })();
  });
  plain.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

const ok = (id: number, result = "0x7") => ({ jsonrpc: "2.0", id, result });

test.each([
  ["another id", (id: number) => ok(id + 1)],
  ["an id that is a text of another one", (id: number) => ({ ...ok(id), id: `${id + 1}` })],
  ["no id", (id: number) => ({ ...ok(id), id: null })],
  ["a list instead of one answer", (id: number) => [ok(id)]],
])("an answer with %s is not taken for the call's own", async (_, answer) => {
  let asked = 0;
  const url = await serveReplies(([call]) => (++asked < 3 ? answer(call!.id) : ok(call!.id, "0x9")));
  expect(await connect([url]).getBlockNumber()).toBe(9n);
});

test("a node that makes texts of ids is understood", async () => {
  const url = await serveReplies(([call]) => ({ ...ok(call!.id), id: String(call!.id) }));
  expect(await connect([url]).getBlockNumber()).toBe(7n);
});

test.each([
  ["answered twice", (ids: number[]) => [ok(ids[0]!), ok(ids[0]!, "0x8"), ok(ids[1]!)]],
  ["left out", (ids: number[]) => [ok(ids[1]!)]],
])("in a batch, only the call that was %s is asked again", async (_, answer) => {
  const sizes: number[] = [];
  const url = await serveReplies((calls) => {
    sizes.push(calls.length);
    return calls.length === 1 ? ok(calls[0]!.id) : answer(calls.map(({ id }) => id));
  });
  const rpc = connect([url]);
  await rpc.getChainId();
  expect(await Promise.all([rpc.getBlockNumber(), rpc.getGasPrice()])).toEqual([7n, 7n]);
  expect(sizes).toEqual([2, 1]);
});

test("a batch whose reply is too long is asked in halves, and a call whose own is fails", async () => {
  const sizes: number[] = [];
  const url = await serveReplies((calls) => {
    sizes.push(calls.length);
    const replies = calls.map(({ id, method }) => ok(id, method === "eth_gasPrice" ? `0x${"0".repeat(9_000)}` : "0x7"));
    return calls.length === 1 ? replies[0] : replies;
  });
  const rpc = connect([url], { maxBytes: 4_000 });
  await rpc.getChainId();
  const methods = ["eth_blockNumber", "eth_gasPrice", "eth_blockNumber", "eth_blockNumber"];
  const results = await Promise.allSettled(methods.map((method) => rpc.ask({ method })));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  const error = findCause((results[1] as PromiseRejectedResult).reason, EndpointError);
  expect(error).toMatchObject({ kind: "oversize", message: expect.stringContaining("4000 bytes") });
  expect(sizes.slice(0, 2)).toEqual([4, 2]);
});

test("a redirect is not followed", async () => {
  const [server, elsewhere] = [await serve(), await serve(1, 666)];
  const rpc = connect([server.url], { attempts: 2 });
  await rpc.getChainId();
  server.faults.push(
    ...Array.from({ length: 2 }, () => ({ status: 307, body: "", headers: { location: elsewhere.url } })),
  );
  expect(findCause(await failureOf(rpc.getBlockNumber()), EndpointError)?.status).toBe(307);
  expect(elsewhere.posts).toEqual([]);
});

test("a URL that speaks for another chain after a failure is left out from then on", async () => {
  let chainId = "0x1";
  const swapping = await startFaultyServer(({ method }) => ({ result: method === "eth_chainId" ? chainId : "0xbad" }));
  const other = await serve(1, 9);
  servers.push(swapping);
  const rpc = connect([swapping.url, other.url]);
  expect(await rpc.getBlockNumber()).toBe(0xbadn);
  chainId = "0x2105";
  swapping.faults.push("drop", "drop");
  for (let ask = 0; ask < 3; ask++) expect(await rpc.getBlockNumber()).toBe(9n);
  other.faults.push(...Array.from({ length: 50 }, () => ({ status: 500, body: "" })));
  const error = findCause(await failureOf(rpc.getBlockNumber()), EndpointError);
  expect(error?.message).toContain("HTTP status 500; left out: The RPC at");
  expect(error?.message).toContain("answers for chain id 8453, but 'eth' has chain id 1");
});

test("a doubted URL must say again which chain it speaks for", async () => {
  const server = await serve();
  const rpc = connect([server.url]);
  await rpc.getBlockNumber();
  rpc.doubt();
  await rpc.getBlockNumber();
  const methods = server.posts.flat().map(({ method }) => method);
  expect(methods).toEqual(["eth_chainId", "eth_blockNumber", "eth_chainId", "eth_blockNumber"]);
});

test("a method that one URL does not know is asked of the next", async () => {
  const [without, own] = [
    await serve(),
    await startFaultyServer(({ method }) => ({ result: method === "eth_chainId" ? "0x1" : "0x5" })),
  ];
  servers.push(own);
  expect(await connect([without.url, own.url]).getGasPrice()).toBe(5n);
});

test("a node that has not seen a block yet is left for one that has", async () => {
  const lagging = await startFaultyServer(({ method }) =>
    method === "eth_chainId" ? { result: "0x1" } : { error: { code: -32_000, message: "header not found" } },
  );
  servers.push(lagging);
  const ahead = await serve();
  const rpc = connect([lagging.url, ahead.url]);
  expect(await rpc.getBalance({ address: NATIVE_TOKEN, blockNumber: 7n })).toBe(BigInt(NATIVE_TOKEN));
});

test("an answer that fails its check is asked of another URL, and the check's error comes when none fits", async () => {
  const [first, second] = [await serve(1, 7), await serve(1, 8)];
  const rpc = connect([first.url, second.url]);
  const ask = (...wanted: string[]) =>
    rpc.ask<string>({
      method: "eth_blockNumber",
      check: (answer) => {
        if (!wanted.includes(answer)) throw new RangeError(`not ${answer}`);
      },
    });
  expect(await ask("0x7")).toBe("0x7");
  expect(await ask("0x8")).toBe("0x8");
  await expect(ask("0x9")).rejects.toThrow(RangeError);
});

test("an answer that trickles in ends with the time-out", async () => {
  const server = createServer((_, response) => {
    const timer = setInterval(() => response.write(" "), 10);
    response.on("close", () => clearInterval(timer));
  });
  plain.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const error = findCause(
    await failureOf(connect([url], { timeoutMs: 60, attempts: 1 }).getBlockNumber()),
    EndpointError,
  );
  expect(error?.kind).toBe("timeout");
});

test("large replies make batches small", async () => {
  const sizes: number[] = [];
  const url = await serveReplies((calls) => {
    sizes.push(calls.length);
    const replies = calls.map(({ id }) => ok(id, `0x${"0".repeat(2_000_000)}7`));
    return calls.length === 1 ? replies[0] : replies;
  });
  const rpc = connect([url], { maxInFlight: 1 });
  const ask = () => rpc.ask<string>({ method: "trace_block", params: [] });
  await ask();
  const answers = await Promise.all(Array.from({ length: 8 }, ask));
  expect(answers.every((answer) => BigInt(answer) === 7n)).toBe(true);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(4);
});
