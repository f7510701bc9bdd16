import { toHex } from "viem";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createLogSpan, getLogsAdaptive } from "../logs.ts";
import type { Rpc } from "../rpc.ts";
import { RpcCallError, findCause } from "../rpcErrors.ts";
import { startFaultyServer } from "../testing/faultyServer.ts";
import type { FaultyServer } from "../testing/faultyServer.ts";
import { createFastRates } from "../testing/fastRates.ts";
import { createMemoryProfiles } from "../testing/memoryProfiles.ts";
import { startNodeProfile } from "../testing/nodeProfiles.ts";
import type { NodeProfile, NodeProfileName, ProfiledNode } from "../testing/nodeProfiles.ts";
import { connect, failureOf } from "../testing/serving.ts";
import { LIMIT_LIFETIME_MS, UNCLEAR_LIFETIME_MS } from "./learnedLimit.ts";

const HEAD = 5_000;
/** Longer than a request is under way, for the proxy's account of repeated refusals. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 300));

let node: FaultyServer;
let version = "Geth/v1.16.0";
const proxies: ProfiledNode[] = [];

beforeAll(async () => {
  node = await startFaultyServer(({ method, params }) => {
    if (method === "eth_chainId") return { result: "0x1" };
    if (method === "eth_blockNumber") return { result: `0x${HEAD.toString(16)}` };
    if (method === "eth_getBalance") return { result: params[0] };
    if (method === "web3_clientVersion") return { result: version };
    return { result: [] };
  });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.stop()));
  await node.stop();
});

async function serve(profile: NodeProfile | NodeProfileName): Promise<ProfiledNode> {
  const proxy = await startNodeProfile(node.url, profile);
  proxies.push(proxy);
  return proxy;
}

const TOPICS = Array.from({ length: 20 }, (_, at) => `0x${at.toString(16).padStart(64, "0")}` as const);
const readLogs = (rpc: Rpc, more: object = {}) =>
  getLogsAdaptive(rpc, { topics: [], fromBlock: 0n, toBlock: 300n, ...more }, createLogSpan(2_000));
const send = (rpc: Rpc, method: string, ...params: unknown[]) =>
  rpc.send({ method, params }).then(
    () => "ok",
    (error: unknown) => findCause(error, RpcCallError)?.code ?? String(error),
  );

/** The requests that Portico sends of each kind. */
async function work(rpc: Rpc): Promise<unknown[]> {
  await rpc.getBlockNumber();
  const balances = Array.from({ length: 60 }, (_, at) => rpc.send({ method: "eth_getBalance", params: [`0x${at}`] }));
  await Promise.all(balances);
  return Promise.all([
    readLogs(rpc, { address: `0x${"01".repeat(20)}` }).then((logs) => logs.length),
    failureOf(readLogs(rpc)).then((error) => findCause(error, RpcCallError)?.code),
    send(rpc, "eth_getLogs", { address: "0x01", topics: [TOPICS], fromBlock: "0x1", toBlock: "0x1" }),
    send(rpc, "trace_block", "0x1"),
    send(rpc, "eth_getBlockReceipts", "0x1"),
    send(rpc, "eth_getBalance", "0x01", "0x1"),
  ]);
}

/** Their refusals don't name limits: smaller amounts may be refused, too. */
const UNNAMED = new Set(["vague", "batch10"]);

test.concurrent.each([
  "public10",
  "public1000",
  "public10000",
  "addressList",
  "vague",
  "noBatch",
  "batch10",
  "pruned128",
  "bare",
] as const)("%s: no refused request is sent again, by this process or the next ones", async (name) => {
  const proxy = await serve(name);
  const profiles = createMemoryProfiles();
  const first = await work(connect([proxy.url], { profiles }));
  await settle();
  const rpc = connect([proxy.url], { profiles });
  expect(await work(rpc)).toEqual(first);
  await settle();
  const refused = () => [...proxy.counts.values()].reduce((sum, count) => sum + count.refused, 0);
  const before = refused();
  expect(before).toBeGreaterThan(0);
  expect(await work(connect([proxy.url], { profiles }))).toEqual(first);
  expect(proxy.repeated()).toEqual([]);
  expect(refused() - before).toBeLessThanOrEqual(UNNAMED.has(name) ? before : 0);
});

test("limits are merged over the URLs of a chain, and a call goes to the URL that accepts it", async () => {
  const [narrow, wide] = [await serve("public10"), await serve({ logBlocks: 1_000, rps: 500 })];
  const rpc = connect([narrow.url, wide.url]);
  await failureOf(send(rpc, "trace_block", "0x1"));
  await readLogs(rpc);
  expect(await rpc.readLimits()).toMatchObject({ logBlocks: undefined, openLogBlocks: undefined });
  await readLogs(rpc, { toBlock: 3_000n });
  expect(await rpc.readLimits()).toMatchObject({ openLogBlocks: 1_000, needsLogAddress: false });
  expect((await rpc.readLimits()).lacks("trace_block")).toBe(false);
  await settle();
  await readLogs(rpc, { toBlock: 4_000n });
  expect(await send(rpc, "trace_block", "0x1")).toBe("ok");
  expect([...narrow.repeated(), ...wide.repeated()]).toEqual([]);
});

test("a limit expires after a day, and with another version of the node's software", async () => {
  const proxy = await serve({ lacks: /^trace_/ });
  const profiles = createMemoryProfiles();
  const tries = () => proxy.counts.get("trace_block")?.requests ?? 0;
  const first = connect([proxy.url], { profiles });
  await send(first, "trace_block");
  await send(first, "trace_block");
  expect(tries()).toBe(1);
  await expect.poll(() => proxy.counts.get("web3_clientVersion")?.requests).toBe(1);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + LIMIT_LIFETIME_MS });
  await send(first, "trace_block");
  expect(tries()).toBe(2);
  version = "Geth/v1.17.0";
  const next = connect([proxy.url], { profiles });
  await next.getBlockNumber();
  await expect.poll(async () => (await next.readLimits()).lacks("trace_block")).toBe(false);
  await send(next, "trace_block");
  expect(tries()).toBe(3);
});

test("a header that is not found once doesn't hide old state that was read before, nor any for longer than a minute", async () => {
  let refusals = 0;
  const lagging = await startFaultyServer(({ method, params }) => {
    if (method === "eth_chainId") return { result: "0x1" };
    if (method === "eth_blockNumber") return { result: toHex(HEAD) };
    if (method === "eth_getBalance" && refusals-- > 0) return { error: { code: -32_000, message: "header not found" } };
    return { result: params[0] };
  });
  const rpc = connect([lagging.url]);
  await rpc.getBlockNumber();
  const read = (block: number) => send(rpc, "eth_getBalance", "0x01", toHex(block));
  expect(await read(1_000)).toBe("ok");
  refusals = 1;
  expect(await read(1_001)).toBe("ok");
  refusals = 2;
  expect(await read(1_001)).toBe(-32_000);
  refusals = 0;
  expect(await read(1_001)).toBe(-32_000);
  expect(await read(HEAD - 99)).toBe("ok");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + UNCLEAR_LIFETIME_MS });
  expect(await read(1_001)).toBe("ok");
  await lagging.stop();
});

test("once a rate limit is known, by status or by error, no call exceeds it", async () => {
  const read = (rpc: Rpc, calls: number) =>
    Promise.all(Array.from({ length: calls }, () => rpc.send({ method: "eth_blockNumber" })));
  const exceed = async (rateBy: "error" | "status") => {
    const [proxy, profiles] = [await serve({ rps: 100, rateBy }), createMemoryProfiles()];
    const options = { profiles, baseDelayMs: 100, maxDelayMs: 500 };
    await read(connect([proxy.url], options), 220);
    const before = proxy.limited();
    await new Promise((resolve) => setTimeout(resolve, 1_000)); // the node's bucket is full again
    await read(connect([proxy.url], options), 120);
    const [{ name, value } = { name: "", value: 0 }] = profiles.list();
    return { name, isBelow: value > 40 && value <= 90, isLearned: before > 0, more: proxy.limited() - before };
  };
  const learned = { name: "rate", isBelow: true, isLearned: true, more: 0 };
  expect(await Promise.all([exceed("status"), exceed("error")])).toEqual([learned, learned]);
});

test("a node that refuses every call for a while, as when a quota is exhausted, shows no rate", async () => {
  const profiles = createMemoryProfiles();
  const rpc = connect([node.url], { profiles, attempts: 20, rates: createFastRates() });
  await rpc.getBlockNumber();
  node.faults.push(...Array.from({ length: 4 }, () => ({ status: 429, body: "quota exceeded" })));
  expect(await rpc.send({ method: "eth_blockNumber" })).toBe("0x1388");
  expect(node.faults).toEqual([]);
  expect(profiles.list()).toEqual([]);
});

test("pages of HTML are not limits", async () => {
  const proxy = await serve("html");
  const profiles = createMemoryProfiles();
  const first = await work(connect([proxy.url], { profiles }));
  expect(first).toEqual([0, undefined, "ok", "ok", "ok", "ok"]);
  expect(profiles.list()).toEqual([]);
});
