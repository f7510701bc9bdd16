import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, expect, test } from "vitest";
import { NATIVE_TOKEN } from "./nativeToken.ts";
import type { Rpc } from "./rpc.ts";
import { EndpointError, findCause, RpcCallError, WrongChainError } from "./rpcErrors.ts";
import { startFaultyServer } from "./testing/faultyServer.ts";
import {
  connect,
  failureOf,
  NOTHING,
  ok,
  plain,
  serve,
  serveReplies,
  servers,
  stopServers,
} from "./testing/serving.ts";

afterEach(stopServers);

/** At once; viem's own method would deduplicate them. */
const requestTimes = (rpc: Rpc, length: number): Promise<string[]> =>
  Promise.all(Array.from({ length }, () => rpc.send<string>({ method: "eth_blockNumber" })));

test.each([
  ["429 until a date", { status: 429, body: "", headers: { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" } }],
  ["429", { status: 429, body: "slow down", headers: { "retry-after": "0" } }],
  ["500", { status: 500, body: "" }],
  ["503 with a JSON-RPC body", { status: 503, body: '{"jsonrpc":"2.0","id":0,"error":{"code":-1,"message":"x"}}' }],
  ["a page of HTML", { status: 200, body: "<html>Checking your browser</html>" }],
  ["truncated JSON", { status: 200, body: '{"jsonrpc":"2.0","id":0,"resu' }],
  ["a time-out", "hang"],
  ["a dropped connection", "drop"],
] as const)("X08 %s is retried on the same URL if there is no other", async (_, fault) => {
  const server = await serve();
  const rpc = connect([server.url]);
  await rpc.getBlockNumber();
  server.faults.push(fault, fault);
  expect(await rpc.getBlockNumber()).toBe(7n);
});

test("X08 a hanging node holds many calls for at most one timeout while there is another", async () => {
  const [hanging, other] = [await serve(), await serve(1, 9)];
  const backoff = { baseDelayMs: 60_000, maxDelayMs: 60_000 }; // longer than a slow machine takes for all of them
  const rpc = connect([hanging.url, other.url], { batchSize: 5, maxInFlight: 2, timeoutMs: 1_000, ...backoff });
  await rpc.getChainId();
  const before = hanging.posts.length;
  hanging.faults.push(...Array.from({ length: 500 }, () => "hang" as const));
  expect(await requestTimes(rpc, 60)).toEqual(Array(60).fill("0x9"));
  expect(hanging.posts.length - before).toBeLessThan(6);
});

test("X08 a batch that is too slow is split into smaller ones", async () => {
  const sizes: number[] = [];
  const url = await serveReplies((calls) => {
    sizes.push(calls.length);
    return calls.length > 3 ? NOTHING : calls.length === 1 ? ok(calls[0]!.id) : calls.map(({ id }) => ok(id));
  });
  const rpc = connect([url], { timeoutMs: 300 });
  await rpc.getChainId();
  expect(await requestTimes(rpc, 24)).toEqual(Array(24).fill("0x7"));
  expect(sizes[0]).toBe(24);
  expect(sizes[1]).toBeLessThan(16);
});

test("X08 queued calls are not sent to a node that just entered backoff", async () => {
  const [limited, other] = [await serve(), await serve(1, 9)];
  const rpc = connect([limited.url, other.url], { batchSize: 1, maxInFlight: 1, maxDelayMs: 60_000 });
  await rpc.getChainId();
  const before = limited.posts.length;
  limited.faults.push({ status: 429, body: "", headers: { "retry-after": "60" } });
  expect(await requestTimes(rpc, 20)).toEqual(Array(20).fill("0x9"));
  expect(limited.posts.length - before).toBe(1);
});

test("X08 a node that refuses with another code each time is given up", async () => {
  let code = -40_000;
  const server = await startFaultyServer(({ method }) =>
    method === "eth_chainId" ? { result: "0x1" } : { error: { code: code--, message: "try again" } },
  );
  servers.push(server);
  const error = findCause(await failureOf(connect([server.url], { attempts: 4 }).getBlockNumber()), RpcCallError);
  expect(error?.code).toBe(-40_003);
});

test("X08 an error's message is bounded, and is not an object", async () => {
  const messages: unknown[] = [{ toString: 1 }, "exceeded ".repeat(300_000)];
  const url = await serveReplies(([call]) => ({ ...ok(call!.id), error: { code: {}, message: messages.shift() } }));
  const rpc = connect([url], { attempts: 1 });
  for (const length of [0, 2_000]) {
    const error = findCause(await failureOf(rpc.send({ method: "m" })), RpcCallError);
    expect(error?.message.length).toBe(length + "m: ".length);
    expect(error?.code).toBe(-32_603);
  }
});

test("X08 an RPC of another chain is an error that names both, and gets no other call", async () => {
  const server = await serve(8453);
  const rpc = connect([server.url], { timeoutMs: 30_000, baseDelayMs: 60_000 }); // it is asked again after that delay
  const error = findCause(await failureOf(rpc.getBlockNumber()), WrongChainError);
  expect(error?.message).toBe(`The RPC at ${new URL(server.url).host} serves chain id 8453, but 'eth' has chain id 1`);
  expect(server.posts.flat().map(({ method }) => method)).toEqual(["eth_chainId"]);
});

test.each([
  ["another id", (id: number) => ok(id + 1)],
  ["an id that is a text of another one", (id: number) => ({ ...ok(id), id: `${id + 1}` })],
  ["no id", (id: number) => ({ ...ok(id), id: null })],
  ["a list instead of one response", (id: number) => [ok(id)]],
])("X08 a reply with %s is not taken for the call's own", async (_, answer) => {
  let requestCount = 0;
  const url = await serveReplies(([call]) => (++requestCount < 3 ? answer(call!.id) : ok(call!.id, "0x9")));
  expect(await connect([url]).getBlockNumber()).toBe(9n);
});

test("a node that stringifies ids is understood", async () => {
  const url = await serveReplies(([call]) => ({ ...ok(call!.id), id: String(call!.id) }));
  expect(await connect([url]).getBlockNumber()).toBe(7n);
});

test.each([
  ["answered twice", (ids: number[]) => [ok(ids[0]!), ok(ids[0]!, "0x8"), ok(ids[1]!)]],
  ["left out", (ids: number[]) => [ok(ids[1]!)]],
])("X08 in a batch, only the call that was %s is repeated", async (_, answer) => {
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

test("X08 a batch whose reply is too long is halved, and a call whose own is fails", async () => {
  const sizes: number[] = [];
  const url = await serveReplies((calls) => {
    sizes.push(calls.length);
    const replies = calls.map(({ id, method }) => ok(id, method === "eth_gasPrice" ? `0x${"0".repeat(9_000)}` : "0x7"));
    return calls.length === 1 ? replies[0] : replies;
  });
  const rpc = connect([url], { maxBytes: 4_000 });
  await rpc.getChainId();
  const methods = ["eth_blockNumber", "eth_gasPrice", "eth_blockNumber", "eth_blockNumber"];
  const results = await Promise.allSettled(methods.map((method) => rpc.send({ method })));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  const error = findCause((results[1] as PromiseRejectedResult).reason, EndpointError);
  expect(error).toMatchObject({ kind: "oversize", message: expect.stringContaining("4000 bytes") });
  expect(sizes.slice(0, 2)).toEqual([4, 2]);
});

test.each([
  "header not found",
  "header for hash not found",
  "historical state 0x12 is not available",
  "state at block #7 is pruned",
])("X08 a node that lacks a block or its state (%s) is replaced by one that has it", async (message) => {
  const lagging = await startFaultyServer(({ method }) =>
    method === "eth_chainId" ? { result: "0x1" } : { error: { code: -32_000, message } },
  );
  servers.push(lagging);
  const ahead = await serve();
  const rpc = connect([lagging.url, ahead.url]);
  expect(await rpc.getBalance({ address: NATIVE_TOKEN, blockNumber: 7n })).toBe(BigInt(NATIVE_TOKEN));
});

test("X08 a response that trickles in ends with the timeout", async () => {
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
  const trace = () => rpc.send<string>({ method: "trace_block", params: [] });
  await trace();
  const answers = await Promise.all(Array.from({ length: 8 }, trace));
  expect(answers.every((answer) => BigInt(answer) === 7n)).toBe(true);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(4);
});
