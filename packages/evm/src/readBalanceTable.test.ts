import type { Address, Hex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getChain } from "./chains.ts";
import { NATIVE_TOKEN } from "./nativeToken.ts";
import { readBalances } from "./readBalances.ts";
import { canReadBalanceTable, cutTable, readBalanceTable } from "./readBalanceTable.ts";
import { createRpc } from "./rpc.ts";
import type { Rpc } from "./rpc.ts";
import { startTestAnvil } from "./testing/anvil.ts";
import type { TestAnvil } from "./testing/anvil.ts";
import { answersWord, EATS_GAS, RETURNS_MEGABYTES, RETURNS_ONE_BYTE, REVERTS, usesGas } from "./testing/contracts.ts";
import { startEditingProxy } from "./testing/editingProxy.ts";

const address = (last: string): Address => `0x${last.padStart(40, "0")}`;
/** BALANCE of the argument of balanceOf, plus one: PUSH1 4 CALLDATALOAD BALANCE PUSH1 1 ADD, returned. */
const NEXT_BALANCE: Hex = "0x600435316001015f5260205ff3";
const TOKENS: Record<string, Hex> = {
  c001: answersWord(42n),
  c002: NEXT_BALANCE,
  c003: EATS_GAS,
  c004: REVERTS,
  c005: RETURNS_ONE_BYTE,
  c006: RETURNS_MEGABYTES,
  c007: answersWord(0n),
  /** More than the table allows a call, less than a call alone. */
  c008: `${usesGas(700_000).slice(0, -8)}${answersWord(7n).slice(2)}` as Hex,
  c009: answersWord(2n ** 256n - 1n),
};
const tokens = [NATIVE_TOKEN, ...Object.keys(TOKENS).map(address), address("dead")];
const owners = Array.from({ length: 7 }, (_, n) => address(`d00${n}`));

let anvil: TestAnvil;

beforeAll(async () => {
  anvil = await startTestAnvil(1);
  await anvil.installMulticall3(getChain("eth").multicall3!);
  for (const [last, code] of Object.entries(TOKENS)) await anvil.setCode(address(last), code);
  for (const [n, owner] of owners.entries()) await anvil.call("anvil_setBalance", owner, `0x${n.toString(16)}`);
  await anvil.call("anvil_mine", "0x1");
});
afterAll(() => anvil.stop());

const connect = (url: string) => createRpc({ chain: getChain("eth"), urls: [url], baseDelayMs: 1, maxDelayMs: 5 });

/** As `readBalances` returns the same pairs. */
async function readAll(rpc: Rpc): Promise<(bigint | null)[] | undefined> {
  const table = await readBalanceTable(rpc, { owners, tokens }, { blockNumber: await rpc.getBlockNumber() });
  const held = new Map(table?.held.map(({ owner, token, rawAmount }) => [owner + token, rawAmount]));
  return (
    table &&
    listPairs().map(({ owner, token }) => (table.isUnknown(owner, token) ? null : (held.get(owner + token) ?? 0n)))
  );
}

const listPairs = () => owners.flatMap((owner) => tokens.map((token) => ({ owner, token })));

test("a table has the balances that single calls have, also of contracts that fail, burn all gas, or are none", async () => {
  const rpc = connect(anvil.url);
  const single = await readBalances(rpc, listPairs(), { blockNumber: await rpc.getBlockNumber() });
  expect(single.slice(tokens.length, 2 * tokens.length)).toEqual([
    1n,
    42n,
    2n,
    null,
    null,
    null,
    null,
    0n,
    7n,
    2n ** 256n - 1n,
    null,
  ]);
  expect(await readAll(rpc)).toEqual(single);
});

test("one request reads ten thousand balances; where a node allows less gas, others continue", async () => {
  const many = Array.from({ length: 1_000 }, (_, n) => (n === 0 ? address("c002") : address(`e${n}`)));
  const requests = async (gas?: Hex): Promise<number> => {
    let count = 0;
    const rpc = connect(anvil.url);
    const send: Rpc["send"] = (call) => {
      if (call.method !== "eth_call") return rpc.send(call);
      count++;
      const [request, ...others] = call.params as [object, ...unknown[]];
      return rpc.send({ ...call, params: [{ ...request, ...(gas && { gas }) }, ...others] });
    };
    const table = { owners, tokens: many };
    const read = await readBalanceTable({ ...rpc, send }, table, { blockNumber: await rpc.getBlockNumber() });
    expect(read!.held.map(({ rawAmount }) => rawAmount)).toEqual(owners.map((_, n) => BigInt(n) + 1n));
    return count;
  };
  expect(await requests()).toBe(2); // with the first comparison
  expect(await requests("0x1e8480")).toBeGreaterThan(3);
});

test.each([
  ["refuses overrides", { error: { code: -32_602, message: "too many arguments, want at most 2" } }],
  ["ignores them", { result: "0x" }],
  ["answers something else", { result: `0x${"1".padStart(64, "0")}${"2".repeat(64)}` }],
])("on a node that %s there is no table", async (_, reply) => {
  const proxy = await startEditingProxy(anvil.url, ({ method, params }) =>
    method === "eth_call" && params.length > 2 ? reply : {},
  );
  expect(await readAll(connect(proxy.url))).toBeUndefined();
  await proxy.stop();
});

test("a table that is too large for a node is read in smaller ones from then on", async () => {
  const sizes: number[] = [];
  const proxy = await startEditingProxy(anvil.url, ({ method, params }) => {
    if (method !== "eth_call") return {};
    const { length } = (params[0] as { data: string }).data;
    sizes.push(length);
    return length > 20_000 ? { error: { code: -32_000, message: "request is too large" } } : {};
  });
  const rpc = connect(proxy.url);
  const block = { blockNumber: await rpc.getBlockNumber() };
  const many = [...Array.from({ length: 999 }, (_, n) => address(`e${n}`)), address("c001")];
  const read = async () => (await readBalanceTable(rpc, { owners: owners.slice(0, 2), tokens: many }, block))!.held;
  expect(await read()).toEqual(owners.slice(0, 2).map((owner) => ({ owner, token: address("c001"), rawAmount: 42n })));
  sizes.length = 0;
  await read();
  expect(Math.max(...sizes)).toBeLessThan(20_000);
  await proxy.stop();
});

test("a node that refuses even small tables has none from then on", async () => {
  const proxy = await startEditingProxy(anvil.url, ({ method, params }) => {
    const isLarge = method === "eth_call" && (params[0] as { data: string }).data.length > 1_000;
    return isLarge && params.length > 2 ? { error: { code: -32_000, message: "request is too large" } } : {};
  });
  const rpc = connect(proxy.url);
  const block = { blockNumber: await rpc.getBlockNumber() };
  const many = Array.from({ length: 500 }, (_, n) => address(`e${n}`));
  expect(await canReadBalanceTable(rpc, block)).toBe(true);
  expect(await readBalanceTable(rpc, { owners, tokens: many }, block)).toBeUndefined();
  expect(await canReadBalanceTable(rpc, block)).toBe(false);
  await proxy.stop();
});

test("parts of a table have each pair once", () => {
  for (const [ownerCount, tokenCount, pairs] of [
    [1, 3_001, 10_000],
    [250, 301, 10_000],
    [3, 5, 2],
    [1_000, 1, 50],
  ] as const) {
    const table = {
      owners: Array.from({ length: ownerCount }, (_, n) => address(`a${n}`)),
      tokens: Array.from({ length: tokenCount }, (_, n) => address(`b${n}`)),
    };
    const parts = cutTable(table, pairs);
    expect(Math.max(...parts.map((part) => part.owners.length * part.tokens.length))).toBeLessThanOrEqual(pairs);
    const all = parts.flatMap((part) => part.owners.flatMap((owner) => part.tokens.map((token) => owner + token)));
    expect(all).toHaveLength(ownerCount * tokenCount);
    expect(new Set(all).size).toBe(all.length);
  }
});
