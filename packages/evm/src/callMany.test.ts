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

/** Answers every call and balance with this. */
async function serve(result: unknown): Promise<string> {
  const server = await startFaultyServer(({ method }) => ({ result: method === "eth_chainId" ? "0x1" : result }));
  servers.push(server);
  return server.url;
}

const connect = (...urls: string[]) => createRpc({ chain: getChain("eth"), urls, baseDelayMs: 1, maxDelayMs: 5 });
const AT = { blockNumber: 7n };

test.each([null, "", 7, "0x0", "0xzz", {}])(
  "X08 %j is no call that fails: another node is asked, and there is no result when there is none",
  async (answer) => {
    const [lying, honest] = [await serve(answer), await serve("0x1234")];
    const calls = [{ to: TOKEN, data: "0x" as const }];
    expect(await callMany(connect(lying, honest), calls, AT)).toEqual(["0x1234"]);
    await expect(callMany(connect(lying), calls, AT)).rejects.toThrow("eth_call answered no bytes");
  },
);

test.each([null, "", "0x", 7])("X08 %j is no balance of nothing", async (answer) => {
  const chain = { ...getChain("eth"), multicall3: null };
  const url = (await startAnswering(answer)).url;
  const rpc = createRpc({ chain, urls: [url], baseDelayMs: 1, maxDelayMs: 5 });
  await expect(readBalances(rpc, [{ owner: TOKEN, token: NATIVE_TOKEN }], AT)).rejects.toThrow(
    "eth_getBalance answered no number",
  );
});

/** Calls return nothing, so that balances are asked for one by one. */
async function startAnswering(balance: unknown): Promise<FaultyServer> {
  const results: Record<string, unknown> = { eth_chainId: "0x1", eth_call: "0x", eth_getBalance: balance };
  const server = await startFaultyServer(({ method }) => ({ result: results[method] }));
  servers.push(server);
  return server;
}

const MODEXP = `0x${"5".padStart(40, "0")}`;

/** A node whose aggregates leave each call without gas, and whose precompile answers this; calls alone work. */
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
  "X08 where no code stands at the precompile, or another's (%s), it proves nothing: what failed is asked alone",
  async (proof) => {
    const rpc = connect((await serveWithoutGas(proof)).url);
    const calls = Array.from({ length: 20 }, () => ({ to: TOKEN, data: "0x12345678" as const }));
    expect(await callMany(rpc, calls, AT)).toEqual(calls.map(() => "0x1234"));
  },
);
