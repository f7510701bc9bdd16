import { encodeAbiParameters, encodeFunctionData, numberToHex, parseAbi, stringToHex } from "viem";
import type { Address } from "viem";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { erc20Abi } from "./abis.ts";
import { callMany } from "./callMany.ts";
import { getChain } from "./chains.ts";
import { NATIVE_TOKEN } from "./nativeToken.ts";
import { readAccountStates } from "./readAccountStates.ts";
import { readBalances } from "./readBalances.ts";
import { readMany } from "./readMany.ts";
import { readHasCode } from "./readHasCode.ts";
import { createRpc } from "./rpc.ts";
import type { Rpc } from "./rpc.ts";
import { startTestAnvil } from "./testing/anvil.ts";
import type { TestAnvil } from "./testing/anvil.ts";
import { startEditingProxy } from "./testing/editingProxy.ts";
import {
  answersBytes,
  answersWord,
  EATS_GAS,
  RETURNS_MEGABYTES,
  RETURNS_ONE_BYTE,
  REVERTS,
  usesGas,
  writesAndAnswers,
} from "./testing/contracts.ts";
import { readTokenMetadata } from "./tokenMetadata.ts";

const address = (last: string): Address => `0x${last.padStart(40, "0")}`;
const GOOD = address("a001");
const REVERTING = address("a002");
const EATER = address("a003");
const BOMB = address("a004");
const SHORT = address("a005");
const EMPTY = address("a006");
const HUNGRY = address("a00a");
const STRING = address("a007");
const BYTES32 = address("a008");
const OWNER = address("b001");
const WITHOUT_MULTICALL = 1n;
const answersOf42 = numberToHex(42n, { size: 32 });

let anvil: TestAnvil;
let rpc: Rpc;
let head: bigint;

beforeAll(async () => {
  anvil = await startTestAnvil(1);
  rpc = createRpc({ chain: getChain("eth"), urls: [anvil.url] });
  await anvil.setCode(GOOD, answersWord(42n));
  await anvil.setCode(REVERTING, REVERTS);
  await anvil.setCode(EATER, EATS_GAS);
  await anvil.setCode(BOMB, RETURNS_MEGABYTES);
  await anvil.setCode(SHORT, RETURNS_ONE_BYTE);
  await anvil.setCode(STRING, answersBytes(encodeAbiParameters([{ type: "string" }], ["<b>Tëxt</b>"])));
  await anvil.setCode(BYTES32, answersBytes(stringToHex("Maker", { size: 32 })));
  await anvil.call("anvil_setBalance", OWNER, "0x1234");
  await anvil.call("anvil_mine", "0x1");
  await anvil.installMulticall3(getChain("eth").multicall3!);
  await anvil.call("anvil_mine", "0x1");
  head = await rpc.getBlockNumber();
  await anvil.call("anvil_mine", "0x1"); // cheats change the latest block's state, but not that of `head`
});

afterAll(async () => {
  await anvil.stop();
});

describe.each([
  ["with Multicall3", () => head],
  ["before Multicall3 was deployed", () => WITHOUT_MULTICALL],
])("%s", (_, block) => {
  test("a contract that reverts, burns gas or returns megabytes affects only itself", async () => {
    const bad = [REVERTING, EATER, BOMB, SHORT, EMPTY];
    const keys = Array.from({ length: 60 }, (_unused, index) => [GOOD, bad[index % bad.length]!]).flat();
    const balances = await readBalances(
      rpc,
      keys.map((token) => ({ owner: OWNER, token })),
      { blockNumber: block(), chunkSize: 25 },
    );
    expect(balances).toEqual(keys.map((token) => (token === GOOD ? 42n : null)));
  });

  test("native balances are read together with tokens", async () => {
    const keys = [NATIVE_TOKEN, GOOD, NATIVE_TOKEN, REVERTING].map((token) => ({ owner: OWNER, token }));
    expect(await readBalances(rpc, keys, { blockNumber: block() })).toEqual([0x1234n, 42n, 0x1234n, null]);
  });

  test("readMany decodes by ABI and reports failures", async () => {
    const [balance, symbol, decimals, supply] = await readMany(
      rpc,
      [
        { abi: erc20Abi, address: GOOD, functionName: "balanceOf", args: [OWNER] },
        { abi: erc20Abi, address: STRING, functionName: "symbol" },
        { abi: erc20Abi, address: REVERTING, functionName: "decimals" },
        { abi: erc20Abi, address: EMPTY, functionName: "totalSupply" },
      ],
      { blockNumber: block() },
    );
    expect(balance).toEqual({ status: "success", result: 42n });
    expect(symbol).toEqual({ status: "success", result: "<b>Tëxt</b>" });
    expect([decimals, supply].map((one) => [one?.status, one?.error?.message])).toEqual([
      ["failure", `decimals of ${REVERTING} fails`],
      ["failure", `totalSupply of ${EMPTY} returned data that does not match its ABI`],
    ]);
  });

  test("readMany calls the function with these arguments where several have the name", async () => {
    const abi = parseAbi(["function get() view returns (uint256)", "function get(uint256) view returns (uint256)"]);
    const send = vi.spyOn(rpc, "send");
    onTestFinished(() => send.mockRestore());
    const calls = [
      { abi, address: GOOD, functionName: "get" },
      { abi, address: GOOD, functionName: "get", args: [7n] },
    ] as const;
    const results = await readMany(rpc, calls, { blockNumber: block() });
    expect(results.map(({ result }) => result)).toEqual([42n, 42n]);
    for (const call of calls) expect(JSON.stringify(send.mock.calls)).toContain(encodeFunctionData(call).slice(2));
  });

  test("metadata is a string, bytes32 or null", async () => {
    const metadata = await readTokenMetadata(rpc, [STRING, BYTES32, GOOD, REVERTING, EMPTY], { blockNumber: block() });
    expect(metadata).toEqual([
      { name: "<b>Tëxt</b>", symbol: "<b>Tëxt</b>", decimals: 32 },
      { name: "Maker", symbol: "Maker", decimals: null },
      { name: "*", symbol: "*", decimals: 42 },
      { name: null, symbol: null, decimals: null },
      { name: null, symbol: null, decimals: null },
    ]);
  });
});

test("many failing calls cost few requests, also beside one that burns the gas of the others", async () => {
  const send = vi.spyOn(rpc, "send");
  onTestFinished(() => send.mockRestore());
  const calls = Array.from(
    { length: 200 },
    (_unused, index) => ({ to: index === 150 ? GOOD : REVERTING, data: "0x12345678" }) as const,
  );
  const expected = calls.map(({ to }) => (to === GOOD ? answersOf42 : null));
  expect(await callMany(rpc, calls, { blockNumber: head, chunkSize: 200 })).toEqual(expected);
  expect(send).toHaveBeenCalledTimes(2);
  send.mockClear();
  const withEater = calls.with(20, { to: EATER, data: "0x12345678" });
  expect(await callMany(rpc, withEater, { blockNumber: head, chunkSize: 200 })).toEqual(expected);
  expect(send.mock.calls.length).toBeLessThan(30);
});

test("a contract that burns the gas of hundreds of others is found in few requests", async () => {
  const fresh = createRpc({ chain: getChain("eth"), urls: [anvil.url] }); // without known offenders
  const sent = vi.spyOn(fresh, "send");
  const calls = Array.from({ length: 500 }, (_unused, index) => {
    const to = `0x${(0xabc000 + index).toString(16).padStart(40, "0")}` as const;
    return { to: index === 7 ? EATER : to, data: "0x12345678" } as const;
  });
  const expected = calls.map(({ to }) => (to === EATER ? null : "0x"));
  expect(await callMany(fresh, calls, { blockNumber: head })).toEqual(expected);
  expect(sent.mock.calls.length).toBeLessThan(60);
});

test("a view that writes, which STATICCALL halts consuming all gas, returns, and is called alone from then on", async () => {
  const writer = address("a009");
  await anvil.setCode(writer, writesAndAnswers(7n));
  await anvil.setCode(HUNGRY, usesGas(100_000));
  await anvil.call("anvil_mine", "0x1");
  const blockNumber = await rpc.getBlockNumber();
  const fresh = createRpc({ chain: getChain("eth"), urls: [anvil.url] });
  const sent = vi.spyOn(fresh, "send");
  const calls = Array.from({ length: 100 }, (_unused, index) => {
    const to = index === 7 ? writer : HUNGRY;
    return { to, data: numberToHex(index, { size: 4 }) } as const;
  });
  const expected = calls.map(({ to }) => (to === HUNGRY ? "0x" : numberToHex(7n, { size: 32 })));
  expect(await callMany(fresh, calls, { blockNumber })).toEqual(expected);
  sent.mockClear();
  expect(await callMany(fresh, calls, { blockNumber })).toEqual(expected);
  expect(sent).toHaveBeenCalledTimes(2);
});

test("reads are pinned to their block", async () => {
  await anvil.call("anvil_setBalance", OWNER, "0x9999");
  await anvil.call("anvil_mine", "0x1");
  const now = await rpc.getBlockNumber();
  const key = { owner: OWNER, token: NATIVE_TOKEN };
  expect(await readBalances(rpc, [key], { blockNumber: head })).toEqual([0x1234n]);
  expect(await readBalances(rpc, [key], { blockNumber: now })).toEqual([0x9999n]);
});

test("a block that the node lacks is an error, never a failed call", async () => {
  const quick = createRpc({ chain: getChain("eth"), urls: [anvil.url], baseDelayMs: 1, maxDelayMs: 2 });
  await expect(callMany(quick, [{ to: GOOD, data: "0x" }], { blockNumber: 9_999n })).rejects.toThrow(/block/i);
});

describe("readHasCode", () => {
  const addresses = [GOOD, OWNER, REVERTING, EMPTY, NATIVE_TOKEN, BYTES32];
  const expected = [true, false, true, false, false, true];

  test("one call reads whether many addresses have code, also before a contract was created", async () => {
    const sent = vi.spyOn(rpc, "send");
    onTestFinished(() => sent.mockRestore());
    const many = Array.from({ length: 900 }, (_, n) => addresses[n % addresses.length]!);
    expect(await readHasCode(rpc, many, { blockNumber: head })).toEqual(
      many.map((_, n) => expected[n % addresses.length]),
    );
    expect(sent).toHaveBeenCalledTimes(1);
    expect(await readHasCode(rpc, [getChain("eth").multicall3!], { blockNumber: 0n })).toEqual([false]);
    expect(await readHasCode(rpc, [], { blockNumber: head })).toEqual([]);
  });

  test("on a node that doesn't support creations in eth_call each code is read alone", async () => {
    const proxy = await startEditingProxy(anvil.url, ({ method, params: [call] }) =>
      method === "eth_call" && (call as { to?: Address }).to === undefined
        ? { error: { code: 3, message: "reverted" } }
        : {},
    );
    onTestFinished(() => proxy.stop());
    const other = createRpc({ chain: getChain("eth"), urls: [proxy.url] });
    expect(await readHasCode(other, addresses, { blockNumber: head })).toEqual(expected);
  });
});

test("an account's state changes with its balance, and with a transaction that costs it nothing", async () => {
  const [sender, paid, idle] = [address("c001"), address("c002"), address("c003")];
  await anvil.call("anvil_mine", "0x1");
  const before = await rpc.getBlockNumber();
  await anvil.call("anvil_setNextBlockBaseFeePerGas", "0x0");
  await anvil.call("eth_sendTransaction", { from: sender, to: idle, gasPrice: "0x0" });
  await anvil.call("anvil_mine", "0x1");
  await anvil.call("anvil_setBalance", paid, "0x7");
  await anvil.call("anvil_mine", "0x1");
  const after = await rpc.getBlockNumber();
  const accounts = [sender, paid, idle];
  const [first, last] = await Promise.all([before, after].map((blockNumber) => read(accounts, blockNumber)));
  expect(first!.map((state, at) => state === last![at])).toEqual([false, false, true]);
});

const read = async (accounts: readonly Address[], blockNumber: bigint) =>
  (await readAccountStates(rpc, accounts, { blockNumber }))!;
