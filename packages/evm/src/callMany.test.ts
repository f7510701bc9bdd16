import { decodeFunctionData, encodeFunctionResult } from "viem";
import type { Hex } from "viem";
import { afterEach, expect, test } from "vitest";
import { multicall3Abi } from "./abis.ts";
import { callMany } from "./callMany.ts";
import { getChain } from "./chains.ts";
import { NATIVE_TOKEN } from "./nativeToken.ts";
import { readBalances } from "./readBalances.ts";
import { createRpc } from "./rpc.ts";
import { startFaultyServer } from "./testing/faultyServer.ts";
import type { FaultyServer } from "./testing/faultyServer.ts";

const TOKEN = `0x${"70".repeat(20)}` as const;
const servers: FaultyServer[] = [];

afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())));

/** Responds to every call and balance with this. */
async function serve(result: unknown): Promise<string> {
  const server = await startFaultyServer(({ method }) => ({ result: method === "eth_chainId" ? "0x1" : result }));
  servers.push(server);
  return server.url;
}

const connect = (...urls: string[]) =>
  createRpc({ chain: getChain("eth"), urls, baseDelayMs: 1, maxDelayMs: 5, attempts: 3 });
const AT = { blockNumber: 7n };

test.each([null, "", 7, "0x0", "0xzz", {}])(
  "X08 %j is not a failed call: another node is called, and without one there is no result",
  async (answer) => {
    const [lying, honest] = [await serve(answer), await serve("0x1234")];
    const calls = [{ to: TOKEN, data: "0x" as const }];
    expect(await callMany(connect(lying, honest), calls, AT)).toEqual(["0x1234"]);
    await expect(callMany(connect(lying), calls, AT)).rejects.toThrow("eth_call returned no bytes");
  },
);

test.each([null, "", "0x", 7])("X08 %j is not a zero balance", async (answer) => {
  const chain = { ...getChain("eth"), multicall3: null };
  const url = (await startAnswering(answer)).url;
  const rpc = createRpc({ chain, urls: [url], baseDelayMs: 1, maxDelayMs: 5 });
  await expect(readBalances(rpc, [{ owner: TOKEN, token: NATIVE_TOKEN }], AT)).rejects.toThrow(
    "eth_getBalance returned no number",
  );
});

/** Calls return nothing, so that balances are read one by one. */
async function startAnswering(balance: unknown): Promise<FaultyServer> {
  const results: Record<string, unknown> = { eth_chainId: "0x1", eth_call: "0x", eth_getBalance: balance };
  const server = await startFaultyServer(({ method }) => ({ result: results[method] }));
  servers.push(server);
  return server;
}

const MODEXP = `0x${"5".padStart(40, "0")}`;

/** A node whose aggregates leave calls without gas, and whose precompile returns this; single calls succeed. */
async function serveWithoutGas(proof: Hex): Promise<FaultyServer> {
  const answer = (data: Hex): Hex => {
    if (!data.startsWith("0x82ad56cb")) return "0x1234";
    const [calls] = decodeFunctionData({ abi: multicall3Abi, data }).args as readonly [readonly { target: string }[]];
    const result = calls.map(({ target }) =>
      target === MODEXP ? { success: true, returnData: proof } : { success: false, returnData: "0x" as const },
    );
    return encodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", result });
  };
  const server = await startFaultyServer(({ method, params }) => ({
    result: method === "eth_chainId" ? "0x1" : answer((params[0] as { data: Hex }).data),
  }));
  servers.push(server);
  return server;
}

test.each(["0x", "0x00"] as const)(
  "X08 without code at the precompile, or with other code (%s), it proves nothing: failed calls are made alone",
  async (proof) => {
    const rpc = connect((await serveWithoutGas(proof)).url);
    const calls = Array.from({ length: 20 }, () => ({ to: TOKEN, data: "0x12345678" as const }));
    expect(await callMany(rpc, calls, AT)).toEqual(calls.map(() => "0x1234"));
  },
);

test("a revert with the code of invalid parameters is still a revert", async () => {
  const node = await serveFailing({ code: -32_602, message: "execution reverted" }, "0x");
  const calls = [{ to: TOKEN, data: "0x12345678" as const }];
  expect(await callMany(connect(node.url), calls, AT)).toEqual([null]);
});

/** A node with its own message for failed single calls; in an aggregate they fail, with enough gas or without. */
async function serveFailing(error: { code: number; message: string }, proof: Hex): Promise<FaultyServer> {
  const aggregate = (data: Hex): Hex => {
    const [calls] = decodeFunctionData({ abi: multicall3Abi, data }).args as readonly [readonly { target: string }[]];
    const result = calls.map(({ target }) =>
      target === MODEXP ? { success: true, returnData: proof } : { success: false, returnData: "0x" as const },
    );
    return encodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", result });
  };
  const server = await startFaultyServer(({ method, params }) => {
    if (method === "eth_chainId") return { result: "0x1" };
    const { data } = params[0] as { data: Hex };
    return data.startsWith("0x82ad56cb") ? { result: aggregate(data) } : { error };
  });
  servers.push(server);
  return server;
}

const MODEXP_ANSWER: Hex = `0x${"00".repeat(1024)}`;

test.each([
  { code: -32_000, message: "return data out of bounds" },
  { code: -32_015, message: "BadInstruction" },
  { code: -32_000, message: "bad elliptic curve pairing size" },
  { code: -32_603, message: "Internal error" },
])("a call that fails with an unknown message is a failure if an aggregate confirms it: $message", async (error) => {
  const calls = [{ to: TOKEN, data: "0x12345678" as const }];
  expect(await callMany(connect((await serveFailing(error, MODEXP_ANSWER)).url), calls, AT)).toEqual([null]);
  const unproven = connect((await serveFailing(error, "0x")).url);
  await expect(callMany(unproven, calls, AT)).rejects.toThrow(error.message);
});

test.each([
  { code: -32_000, message: 'Post "http://evm-archive:8545": dial tcp: connect: connection refused' },
  { code: -32_000, message: "execution client is syncing" },
  { code: -32_000, message: "historical state of the execution layer is not available" },
  { code: -32_601, message: "method not available on this evm" },
  { code: -32_602, message: "invalid params: evm calls by hash" },
  { code: -32_012, message: "evm credits limited to 6000/sec" },
])("a node's fault is not a failed call, whatever its message: $message", async (error) => {
  const calls = [{ to: TOKEN, data: "0x12345678" as const }];
  const node = await serveFailing(error, "0x");
  await expect(callMany(connect(node.url), calls, AT)).rejects.toThrow(error.message);
});

test.each([
  { code: -32_603, message: "Internal error" },
  { code: -32_003, message: "response too large" },
])("a contract that a node can't execute, $message, affects only itself", async (error) => {
  const bomb = `0x${"b0".repeat(20)}` as const;
  const answer = (data: Hex): Hex => {
    const [calls] = decodeFunctionData({ abi: multicall3Abi, data }).args as readonly [readonly { target: string }[]];
    const result = calls.map(({ target }) => {
      return { success: true, returnData: target === MODEXP ? MODEXP_ANSWER : ("0x1234" as const) };
    });
    return encodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", result });
  };
  const server = await startFaultyServer(({ method, params }) => {
    if (method === "eth_chainId") return { result: "0x1" };
    const { to, data } = params[0] as { to: Hex; data: Hex };
    if (to === bomb) return { error: { code: 3, message: "execution reverted" } };
    return data.includes(bomb.slice(2)) ? { error } : { result: to === TOKEN ? "0x1234" : answer(data) };
  });
  servers.push(server);
  const calls = [TOKEN, bomb, TOKEN].map((to) => ({ to, data: "0x12345678" as const }));
  const rpc = createRpc({ chain: getChain("eth"), urls: [server.url], baseDelayMs: 1, maxDelayMs: 5, attempts: 2 });
  expect(await callMany(rpc, calls, AT)).toEqual(["0x1234", null, "0x1234"]);
});
