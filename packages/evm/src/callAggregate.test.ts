import type { Address } from "viem";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { encodeAggregate3 } from "./aggregate3.ts";
import { callMany } from "./callMany.ts";
import { getChain } from "./chains.ts";
import { NATIVE_TOKEN } from "./nativeToken.ts";
import { readBalances } from "./readBalances.ts";
import { createRpc } from "./rpc.ts";
import { startEditingProxy } from "./testing/editingProxy.ts";
import { startTestAnvil } from "./testing/anvil.ts";
import type { TestAnvil } from "./testing/anvil.ts";
import { answersWord, EATS_GAS, givesAway, revertsWith, RETURNS_MEGABYTES } from "./testing/contracts.ts";
import { LIMIT_LIFETIME_MS } from "./profile/learnedLimit.ts";
import { startFaultyServer } from "./testing/faultyServer.ts";
import type { FaultyServer } from "./testing/faultyServer.ts";

const address = (last: string): Address => `0x${last.padStart(40, "0")}`;
const GIVER = address("c001");
const GOOD = address("c002");
const EATER = address("c003");
const BOMB = address("c004");
const SPEAKER = address("c005");
const OWNER = address("d001");
const MULTICALL3 = getChain("eth").multicall3!;
const WEI = 10n ** 18n;
const CALLS = [GOOD, GIVER].map((to) => ({ to, data: "0x12345678" }) as const);

let anvil: TestAnvil;
let server: FaultyServer | undefined;
const proxies: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  anvil = await startTestAnvil(1);
  await anvil.installMulticall3(MULTICALL3);
  await anvil.call("anvil_setBalance", GIVER, `0x${WEI.toString(16)}`);
  await anvil.setCode(GIVER, givesAway(WEI, OWNER, 1n));
  await anvil.setCode(GOOD, answersWord(42n));
  await anvil.setCode(EATER, EATS_GAS);
  await anvil.setCode(BOMB, RETURNS_MEGABYTES);
  await anvil.call("anvil_mine", "0x1");
});
afterAll(() => anvil.stop());
afterEach(async () => {
  await Promise.all(proxies.splice(0).map((proxy) => proxy.stop()));
  await server?.stop();
  server = undefined;
});

const connect = (url: string) => createRpc({ chain: getChain("eth"), urls: [url], baseDelayMs: 1, maxDelayMs: 5 });
const balancesOf = (...tokens: Address[]) => tokens.map((token) => ({ owner: OWNER, token }));

test("a token that sends coins when called changes no balance of later calls", async () => {
  const rpc = connect(anvil.url);
  const { number: blockNumber, hash } = await rpc.getBlock();
  const keys = balancesOf(GIVER, NATIVE_TOKEN, GOOD);
  expect(await readBalances(rpc, keys, { blockNumber })).toEqual([1n, 0n, 42n]);
  expect(await readBalances(rpc, keys, { blockNumber, hash })).toEqual([1n, 0n, 42n]);
});

test("neither does it beside contracts that break the aggregate, which are not taken for faults of the node", async () => {
  const rpc = connect(anvil.url);
  const blockNumber = await rpc.getBlockNumber();
  const keys = balancesOf(EATER, GIVER, NATIVE_TOKEN, BOMB, GIVER, NATIVE_TOKEN);
  expect(await readBalances(rpc, keys, { blockNumber })).toEqual([null, 1n, 0n, null, 1n, 0n]);
});

test("state-changing calls see the changes of earlier ones", async () => {
  const rpc = connect(anvil.url);
  const at = { blockNumber: await rpc.getBlockNumber(), changesState: true };
  expect(await readBalances(rpc, balancesOf(NATIVE_TOKEN, GIVER, NATIVE_TOKEN), at)).toEqual([0n, 1n, WEI]);
});

/** anvil as a node that refuses the eth_call parameters for which `isRefused` is true. */
async function refusing(isRefused: (params: readonly unknown[]) => boolean): Promise<string> {
  const proxy = await startEditingProxy(anvil.url, ({ method, params }) =>
    method === "eth_call" && isRefused(params) ? { error: { code: -32_602, message: "invalid params" } } : {},
  );
  proxies.push(proxy);
  return proxy.url;
}

const hasOverrides = (params: readonly unknown[]): boolean => params.length > 2;
const isCreation = ([call]: readonly unknown[]): boolean => (call as { to?: unknown }).to === undefined;

test.each([
  ["no overrides", hasOverrides],
  ["neither overrides nor creations", (params: readonly unknown[]) => hasOverrides(params) || isCreation(params)],
])("on a node with %s contracts affect no later calls either, nor break the aggregate", async (_, isRefused) => {
  const rpc = connect(await refusing(isRefused));
  const { number: blockNumber, hash } = await rpc.getBlock();
  const keys = balancesOf(GIVER, NATIVE_TOKEN, GOOD);
  expect(await readBalances(rpc, keys, { blockNumber })).toEqual([1n, 0n, 42n]);
  expect(await readBalances(rpc, keys, { blockNumber, hash })).toEqual([1n, 0n, 42n]);
  const ruined = balancesOf(EATER, GIVER, NATIVE_TOKEN, BOMB, GIVER, NATIVE_TOKEN);
  expect(await readBalances(rpc, ruined, { blockNumber })).toEqual([null, 1n, 0n, null, 1n, 0n]);
});

test("on a node without overrides many calls are few aggregates, each within the limits of a creation", async () => {
  const rpc = connect(await refusing(hasOverrides));
  const blockNumber = await rpc.getBlockNumber();
  const keys = Array.from({ length: 1_500 }, (_key, at) => ({ owner: address(`${at + 1}`), token: GOOD }));
  const sent = vi.spyOn(rpc, "send");
  expect(await readBalances(rpc, keys, { blockNumber })).toEqual(keys.map(() => 42n));
  const calls = sent.mock.calls.map(([{ params }]) => params as [{ to?: Address; data: string }]);
  const creations = calls.filter(isCreation);
  expect(creations.length).toBeLessThan(10);
  expect(creations.every(([{ data }]) => data.length <= 2 + 2 * 49_152)).toBe(true);
  expect(calls.filter(([{ to }]) => to === MULTICALL3)).toEqual([]);
});

test.each([
  ["refuses a third parameter", { error: { code: -32_602, message: "too many arguments, want at most 2" } }],
  ["does not know the method with it", { error: { code: -32_601, message: "method not supported" } }],
  ["rejects with a custom message", { error: { code: -32_000, message: "we do no such thing" } }],
  ["calls it an internal error", { error: { code: -32_603, message: "Internal error" } }],
  ["passes over it", { result: "0x" }],
  ["runs no code of this machine", { error: { code: 3, message: "execution reverted" } }],
])("a node that %s is called without overrides, and soon without trying", async (_, reply) => {
  server = await startFaultyServer(({ method, params }) => {
    if (method === "eth_chainId") return { result: "0x1" };
    return params.length > 2 || isCreation(params) ? reply : { result: aggregateOf([WORD]) };
  });
  const rpc = connect(server.url);
  const sent = vi.spyOn(rpc, "send");
  expect(await callMany(rpc, CALLS, { blockNumber: 7n })).toEqual([WORD, WORD]);
  sent.mockClear();
  expect(await callMany(rpc, CALLS, { blockNumber: 7n })).toEqual([WORD, WORD]);
  expect(sent.mock.calls.map(([{ params }]) => params)).toEqual(
    CALLS.map((call) => [{ to: MULTICALL3, data: encodeAggregate3([call]) }, "0x7"]),
  );
});

test("a node that responds to overrides with a bare status is called without", async () => {
  server = await startFaultyServer(({ method }) => ({
    result: method === "eth_chainId" ? "0x1" : aggregateOf([WORD]),
  }));
  server.faults.push("ok", ...Array.from({ length: 6 }, () => ({ status: 400, body: "Bad Request" })));
  const rpc = createRpc({ chain: getChain("eth"), urls: [server.url], baseDelayMs: 1, maxDelayMs: 5, attempts: 3 });
  expect(await callMany(rpc, CALLS, { blockNumber: 7n })).toEqual([WORD, WORD]);
});

test("a node that refuses an aggregate because of its contracts is not taken for one without overrides", async () => {
  server = await startFaultyServer(({ method, params }) => {
    if (method === "eth_chainId") return { result: "0x1" };
    if (isProbe(params[0])) return { result: aggregateOf([]) };
    const isTooMuch = params.length > 2 && JSON.stringify(params[0]).includes(GIVER.slice(2));
    return isTooMuch
      ? { error: { code: -32_000, message: "the answer is more than we send" } }
      : { result: aggregateOf([WORD, WORD]) };
  });
  const rpc = connect(server.url);
  const calls = [GOOD, BOMB].map((to) => ({ to, data: "0x12345678" }) as const);
  await callMany(rpc, CALLS, { blockNumber: 7n }).catch(() => undefined);
  const sent = vi.spyOn(rpc, "send");
  await callMany(rpc, calls, { blockNumber: 7n });
  expect(sent.mock.calls[0]?.[0].params).toHaveLength(3);
});

test("a node that gains overrides, or one of several that has them, is detected after a while", async () => {
  let isLearned = false;
  server = await startFaultyServer(({ method, params }) => {
    if (method === "eth_chainId") return { result: "0x1" };
    if (params.length < 3) return isCreation(params) ? { result: "0x" } : { result: aggregateOf([WORD]) };
    if (!isLearned) return { error: { code: -32_602, message: "too many arguments, want at most 2" } };
    return { result: aggregateOf(isProbe(params[0]) ? [] : [WORD, WORD]) };
  });
  const rpc = connect(server.url);
  const sent = vi.spyOn(rpc, "send");
  const read = () => callMany(rpc, CALLS, { blockNumber: 7n });
  await read();
  isLearned = true;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + LIMIT_LIFETIME_MS }); // the endpoint has refused them until then
  try {
    await Promise.all(Array.from({ length: 1_001 }, read));
    sent.mockClear();
    await read();
    expect(sent.mock.calls.map(([{ params }]) => (params as unknown[]).length)).toEqual([3]);
  } finally {
    vi.useRealTimers();
  }
});

test("a node that identifies blocks by numbers only is still called with overrides", async () => {
  const seen: unknown[][] = [];
  server = await startFaultyServer(({ method, params }) => {
    if (method === "eth_chainId") return { result: "0x1" };
    seen.push(params);
    const refused = { error: { code: -32_602, message: "invalid params" } };
    if (typeof params[1] === "object") return refused;
    return { result: aggregateOf(isProbe(params[0]) ? [] : [WORD, WORD]) };
  });
  const at = { blockNumber: 7n, hash: WORD } as const;
  expect(await callMany(connect(server.url), CALLS, at)).toEqual([WORD, WORD]);
  expect(seen.at(-1)).toEqual([expect.anything(), "0x7", expect.anything()]);
});

/** Whether a call is an empty aggregate. */
const isProbe = (call: unknown): boolean => JSON.stringify(call).includes(encodeAggregate3([]));

const WORD = "0x000000000000000000000000000000000000000000000000000000000000002a";

/** A Multicall3 result of these words. */
const aggregateOf = (words: string[]): string => {
  const word = (value: number) => value.toString(16).padStart(64, "0");
  const offsets = words.map((_value, at) => word(words.length * 32 + at * 128));
  const results = words.map((value) => `${word(1)}${word(64)}${word(32)}${value.slice(2)}`);
  return `0x${word(32)}${word(words.length)}${[...offsets, ...results].join("")}`;
};

test.each(["rate limit, try again", "header not found", "method not supported", "internal error: timeout"])(
  "a contract that reverts with a node's error message, %j, fails by itself",
  async (words) => {
    await anvil.setCode(SPEAKER, revertsWith(words));
    await anvil.call("anvil_mine", "0x1");
    const rpc = connect(anvil.url);
    const { number: blockNumber, hash } = await rpc.getBlock();
    const calls = [SPEAKER, GOOD].map((to) => ({ to, data: "0x12345678" }) as const);
    const sent = vi.spyOn(rpc, "send");
    expect((await callMany(rpc, calls, { blockNumber, hash }))[0]).toBeNull();
    expect(sent.mock.calls.length).toBeLessThan(4);
  },
);

test("a contract that reverts with the message of a node without block hashes doesn't switch to block numbers", async () => {
  await anvil.setCode(SPEAKER, revertsWith("invalid params"));
  await anvil.call("anvil_mine", "0x1");
  const rpc = connect(anvil.url);
  const { number: blockNumber, hash } = await rpc.getBlock();
  const sent = vi.spyOn(rpc, "send");
  const read = (to: Address) => callMany(rpc, [{ to, data: "0x12345678" }], { blockNumber, hash });
  expect(await read(SPEAKER)).toEqual([null]);
  await read(GOOD);
  for (const [{ params }] of sent.mock.calls)
    expect(params).toContainEqual({ blockHash: hash, requireCanonical: true });
});
