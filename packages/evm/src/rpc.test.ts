import { afterEach, expect, test } from "vitest";
import { NATIVE_TOKEN } from "./nativeToken.ts";
import { EndpointError, findCause, RpcCallError } from "./rpcErrors.ts";
import type { RpcEvent } from "./rpcEvent.ts";
import { startFaultyServer } from "./testing/faultyServer.ts";
import { connect, failureOf, serve, servers, stopServers } from "./testing/serving.ts";

afterEach(stopServers);

test("another URL responds while the first one is unhealthy, and the first is used again later", async () => {
  const [first, second] = [await serve(1, 7), await serve(1, 8)];
  const rpc = connect([first.url, second.url], { baseDelayMs: 200, maxDelayMs: 200 });
  expect(await rpc.getBlockNumber()).toBe(7n);
  first.faults.push({ status: 502, body: "" });
  expect(await rpc.getBlockNumber()).toBe(8n);
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(await rpc.getBlockNumber()).toBe(7n);
});

test("calls of one tick are sent as one batch and get their own results", async () => {
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

test("calls don't wait in a batch with traces of transactions, which run a block again", async () => {
  const server = await serve();
  const rpc = connect([server.url]);
  await rpc.getChainId();
  const before = server.posts.length;
  const trace = () => rpc.send({ method: "debug_traceTransaction", params: [`0x${"0".repeat(64)}`] }).catch(() => null);
  await Promise.all([trace(), rpc.getBlockNumber(), trace(), rpc.getBalance({ address: NATIVE_TOKEN })]);
  const batches = server.posts.slice(before).map((calls) => calls.map(({ method }) => method));
  expect(batches).toHaveLength(2);
  expect(batches).toContainEqual(["debug_traceTransaction", "debug_traceTransaction"]);
  expect(batches).toContainEqual(["eth_blockNumber", "eth_getBalance"]);
});

test("calls, retries and failures are reported by host, never by URL", async () => {
  const events: RpcEvent[] = [];
  const server = await serve();
  const rpc = connect([`${server.url}/secret`], { onCall: (event) => events.push(event) });
  await rpc.getChainId();
  events.length = 0;
  server.faults.push({ status: 500, body: "" });
  await rpc.getBlockNumber();
  const { host } = new URL(server.url);
  expect(events).toEqual([
    { kind: "request", host, detail: "eth_blockNumber" },
    { kind: "error", host, detail: "http" },
    { kind: "retry", host, detail: "eth_blockNumber" },
    { kind: "request", host, detail: "eth_chainId" },
    { kind: "request", host, detail: "eth_blockNumber" },
  ]);
});

test("a node without batches is called one by one", async () => {
  const server = await serve(1, 7, { takesBatches: false });
  const rpc = connect([server.url]);
  await rpc.getChainId();
  expect(await Promise.all([rpc.getBlockNumber(), rpc.getChainId(), rpc.getBlockNumber()])).toEqual([7n, 1, 7n]);
  expect(server.posts.at(-1)).toHaveLength(1);
});

test("the chain id is verified once before any other call", async () => {
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

test("a URL of a wrong chain among several is excluded", async () => {
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

test.each([
  { method: "eth_blockNumber", message: "daily request rate limit reached" },
  { method: "eth_getLogs", message: "rate limit exceeded" },
])("a rate limit as a JSON-RPC error is retried: $method", async ({ method: refused, message }) => {
  let requestCount = 0;
  const server = await startFaultyServer(({ method }) => {
    if (method === "eth_chainId") return { result: "0x1" };
    requestCount += 1;
    return requestCount < 3 ? { error: { code: -32_005, message } } : { result: "0x5" };
  });
  servers.push(server);
  expect(await connect([server.url]).send({ method: refused, params: [] })).toBe("0x5");
});

test("retries end, and the error doesn't reveal the URL's secrets", async () => {
  const server = await serve();
  server.faults.push(...Array.from({ length: 9 }, () => ({ status: 500, body: "" })));
  const url = server.url.replace("http://", "http://user:hunter2@");
  const failure = await failureOf(connect([`${url}/v2/abcdef`], { attempts: 3 }).getBlockNumber());
  expect(findCause(failure, EndpointError)?.status).toBe(500);
  expect(server.posts).toHaveLength(3);
  expect(String(failure)).not.toMatch(/hunter2|abcdef/);
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

test("a URL that is of another chain after a failure is excluded from then on", async () => {
  let chainId = "0x1";
  const swapping = await startFaultyServer(({ method }) => ({ result: method === "eth_chainId" ? chainId : "0xbad" }));
  const other = await serve(1, 9);
  servers.push(swapping);
  const rpc = connect([swapping.url, other.url]);
  expect(await rpc.getBlockNumber()).toBe(0xbadn);
  chainId = "0x2105";
  swapping.faults.push("drop", "drop");
  for (let request = 0; request < 3; request++) expect(await rpc.getBlockNumber()).toBe(9n);
  other.faults.push(...Array.from({ length: 50 }, () => ({ status: 500, body: "" })));
  const error = findCause(await failureOf(rpc.getBlockNumber()), EndpointError);
  expect(error?.message).toContain("HTTP status 500; left out: The RPC at");
  expect(error?.message).toContain("serves chain id 8453, but 'eth' has chain id 1");
});

test("a doubted URL must verify its chain id again", async () => {
  const server = await serve();
  const rpc = connect([server.url]);
  await rpc.getBlockNumber();
  rpc.doubt();
  await rpc.getBlockNumber();
  const methods = server.posts.flat().map(({ method }) => method);
  expect(methods).toEqual(["eth_chainId", "eth_blockNumber", "eth_chainId", "eth_blockNumber"]);
});

test("a method that one URL does not support is sent to the next", async () => {
  const [without, own] = [
    await serve(),
    await startFaultyServer(({ method }) => ({ result: method === "eth_chainId" ? "0x1" : "0x5" })),
  ];
  servers.push(own);
  expect(await connect([without.url, own.url]).getGasPrice()).toBe(5n);
});

test("a result that fails its check is requested from another URL, and if none passes the check's error is thrown", async () => {
  const [first, second] = [await serve(1, 7), await serve(1, 8)];
  const rpc = connect([first.url, second.url]);
  const request = (...wanted: string[]) =>
    rpc.send<string>({
      method: "eth_blockNumber",
      check: (answer) => {
        if (!wanted.includes(answer)) throw new RangeError(`not ${answer}`);
      },
    });
  expect(await request("0x7")).toBe("0x7");
  expect(await request("0x8")).toBe("0x8");
  await expect(request("0x9")).rejects.toThrow(RangeError);
});
