import { afterEach, expect, test } from "vitest";
import { getChain } from "./chains.ts";
import { NATIVE_TOKEN } from "./nativeToken.ts";
import { createRpc } from "./rpc.ts";
import type { RpcOptions } from "./rpc.ts";
import { EndpointError, findCause, RpcCallError, WrongChainError } from "./rpcErrors.ts";
import { startFaultyServer } from "./testing/faultyServer.ts";
import type { FaultyServer } from "./testing/faultyServer.ts";

const servers: FaultyServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
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
