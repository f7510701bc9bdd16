/** The search for logs, and the choice of a source, on nodes with the limits of public endpoints. */
import { createRpc, getChain } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import { startNodeProfile } from "@portico/evm/testing/nodeProfiles";
import type { NodeProfile, NodeProfileName, ProfiledNode } from "@portico/evm/testing/nodeProfiles";
import * as fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { EMITTER, OWNERS, PAYER, startHistoryScene } from "../../testing/historyScene.ts";
import type { HistoryScene } from "../../testing/historyScene.ts";
import { describeFound, listAllPages } from "../../testing/readAllPages.ts";
import { startRewritingProxy } from "../../testing/rewritingProxy.ts";
import { startRpcProxy } from "../../testing/rpcProxy.ts";
import { startTraceFilterNode } from "../../testing/traceFilterNode.ts";
import { findNodeCallSource } from "./findCallSource.ts";
import type { LogSearchOptions } from "./logRanges.ts";
import { createLogSearch } from "./logSearch.ts";
import type { LogSearch } from "./logSearch.ts";

const signal = new AbortController().signal;
let scene: HistoryScene;
let rpc: Rpc;
const started: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  scene = await startHistoryScene(80, 80);
  rpc = connect({ url: scene.chain.rpcUrl });
});
afterEach(async () => void (await Promise.all(started.splice(0).map((node) => node.stop()))));
afterAll(() => scene.chain.stop());

const connect = ({ url }: { url: string }): Rpc =>
  createRpc({ chain: getChain("eth"), urls: [url], baseDelayMs: 1, maxDelayMs: 5 });

async function serve(profile: NodeProfile | NodeProfileName): Promise<ProfiledNode> {
  const node = await startNodeProfile(scene.chain.rpcUrl, profile);
  started.push(node);
  return node;
}

/** Longer than a request is under way, for the proxy's account of repeated refusals. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 300));

/** By the walk: owner, block and hash. */
const listNamed = (owners: readonly string[], minBlock: bigint, toBlock: bigint): string[] =>
  scene.transactions
    .filter(({ blockNumber }) => blockNumber >= minBlock && blockNumber <= toBlock)
    .flatMap((seen) =>
      owners.filter((owner) => seen.logged.flat().includes(owner)).map((owner) => `${owner} ${describeFound(seen)}`),
    )
    .toSorted();

async function findAll(search: LogSearch, owners: readonly Address[], minBlock: bigint, toBlock: bigint) {
  const found: string[] = [];
  let pages = 0;
  for (let to = toBlock; to >= minBlock; pages++) {
    const page = await search.findNamed(owners, { toBlock: to, minBlock }, signal);
    expect(page.fromBlock).toBeLessThanOrEqual(to);
    expect(page.fromBlock).toBeGreaterThanOrEqual(minBlock);
    expect(page.found.every(({ blockNumber }) => blockNumber >= page.fromBlock && blockNumber <= to)).toBe(true);
    const numbers = page.found.map(({ blockNumber }) => Number(blockNumber));
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    found.push(...page.found.map((one) => `${one.owner} ${describeFound(one)}`));
    to = page.fromBlock - 1n;
  }
  return { found: found.toSorted(), pages };
}

const anySearch = fc.record({
  owners: fc.subarray([...OWNERS, PAYER], { minLength: 1 }),
  blocks: fc.tuple(fc.nat(8), fc.nat(8)),
  options: fc.record({ maxBlocks: fc.integer({ min: 1, max: 90 }), maxTopics: fc.integer({ min: 1, max: 4 }) }),
});

async function expectNamed(node: Rpc, create: (options: LogSearchOptions) => LogSearch, numRuns: number) {
  const property = fc.asyncProperty(anySearch, async ({ owners, blocks, options }) => {
    const [minBlock, toBlock] = blocks.toSorted((a, b) => a - b).map((eighths) => (scene.head * BigInt(eighths)) / 8n);
    const { found } = await findAll(create(options), owners, minBlock!, toBlock!);
    expect(found).toEqual(listNamed(owners, minBlock!, toBlock!));
  });
  await fc.assert(property, { numRuns });
}

test("logs: transactions are found by each of three topics, for many owners, in ranges and pages of any size", async () => {
  const positions = [0, 1, 2].map((at) => scene.transactions.filter(({ logged }) => logged[at]!.some(isOwner)).length);
  expect(Math.min(...positions)).toBeGreaterThan(3);
  await expectNamed(rpc, (options) => createLogSearch(rpc, options), 12);
  expect(await createLogSearch(rpc).findNamed([], { toBlock: 9n, minBlock: 3n }, signal)).toEqual({
    fromBlock: 3n,
    found: [],
  });
});

const isOwner = (word: string): boolean => OWNERS.some((owner) => owner === word);

test("logs: the whole chain costs three requests, a page about 30", async () => {
  const node = await serve({});
  const requests = () => node.counts.get("eth_getLogs")?.requests ?? 0;
  await findAll(createLogSearch(connect(node)), OWNERS, 0n, scene.head);
  expect(requests()).toBe(3);
  const { pages } = await findAll(createLogSearch(connect(node), { maxBlocks: 3 }), OWNERS, 0n, scene.head);
  expect((requests() - 3) / pages).toBeLessThanOrEqual(30);
  expect(pages).toBeLessThan(Number(scene.head) / 3 / 8);
});

test.each<[string, NodeProfile]>([
  ["blocks and topics", { logBlocks: 40, maxTopics: 2 }],
  ["blocks and topics without naming them", { logBlocks: 40, maxTopics: 2, isVague: true }],
  ["batches", { maxBatch: 2, logBlocks: 40 }],
])("logs: a node that limits %s is searched within its limits", async (_name, profile) => {
  const node = await serve(profile);
  const search = createLogSearch(connect(node), { minBlocks: 20 });
  const all = listNamed(OWNERS, 0n, scene.head);
  expect((await findAll(search, OWNERS, 0n, scene.head)).found).toEqual(all);
  await settle();
  const refused = node.counts.get("eth_getLogs")!.refused;
  expect((await findAll(search, OWNERS, 0n, scene.head)).found).toEqual(all);
  expect(node.repeated()).toEqual([]);
  expect(node.counts.get("eth_getLogs")!.refused - refused).toBeLessThan(3); // it grows again if no limit is named
  expect(await search.findObstacle()).toBeUndefined();
});

test.each<[NodeProfileName, string, number]>([
  ["public10", "the node takes at most 10 blocks per request, at least 1000 are needed", 3],
  ["addressList", "the node requires the addresses of contracts", 3],
])("logs: %s can't be searched, and is not", async (name, obstacle, refused) => {
  const node = await serve(name);
  const search = createLogSearch(connect(node));
  const find = () => search.findNamed(OWNERS, { toBlock: scene.head, minBlock: 0n }, signal);
  expect(await search.findObstacle()).toBeUndefined();
  await expect(find()).rejects.toMatchObject({ name: "RangeLimitError", method: "eth_getLogs" });
  await settle();
  await expect(find()).rejects.toThrow(obstacle);
  expect(await search.findObstacle()).toBe(obstacle);
  expect(node.counts.get("eth_getLogs")).toMatchObject({ requests: refused, refused });
});

test("logs: a node that refuses every range is not tried forever", async () => {
  const error = { code: -32_000, message: "query returned more than 10000 results" };
  const busy = await startRpcProxy(scene.chain.rpcUrl, async (body, forward) => {
    const calls = [JSON.parse(body) as { id: number; method: string } | { id: number; method: string }[]].flat();
    if (calls.every(({ method }) => method !== "eth_getLogs")) return forward(body);
    requests += calls.length;
    const replies = calls.map(({ id }) => ({ jsonrpc: "2.0", id, error }));
    return { status: 200, body: JSON.stringify(replies.length === 1 ? replies[0] : replies) };
  });
  started.push(busy);
  let requests = 0;
  const search = createLogSearch(connect(busy));
  const page = search.findNamed(OWNERS, { toBlock: scene.head, minBlock: 0n }, signal);
  await expect(page).rejects.toThrow(error.message);
  expect(requests).toBeLessThanOrEqual(30);
  expect(await search.findObstacle()).toBeUndefined();
});

interface NodeLog {
  topics: string[];
}

async function rewriteLogs(change: (logs: NodeLog[]) => unknown): Promise<LogSearch> {
  const proxy = await startRewritingProxy(scene.chain.rpcUrl, ({ method }, result) =>
    method === "eth_getLogs" ? change(result as NodeLog[]) : result,
  );
  started.push(proxy);
  return createLogSearch(connect(proxy));
}

const each = (members: object) => (logs: NodeLog[]) => logs.map((log) => ({ ...log, ...members }));

test("logs: removed ones are ignored", async () => {
  const { found } = await findAll(await rewriteLogs(each({ removed: true })), OWNERS, 0n, scene.head);
  expect(found).toEqual([]);
  const present = await findAll(await rewriteLogs(each({ removed: false })), OWNERS, 0n, scene.head);
  expect(present.found).toEqual(listNamed(OWNERS, 0n, scene.head));
});

test.each<[string, (logs: NodeLog[]) => unknown]>([
  ["null", () => null],
  ["null logs", (logs) => logs.map(() => null)],
  ["a later block", each({ blockNumber: "0xffff" })],
  ["no block", each({ blockNumber: null })],
  ["no transaction", each({ transactionHash: null })],
  ["a hash that is none", each({ transactionHash: "0x12" })],
  ["fewer topics", (logs) => logs.map(({ topics, ...log }) => ({ ...log, topics: topics.slice(0, 1) }))],
  [
    "other owners",
    (logs) => logs.map(({ topics, ...log }) => ({ ...log, topics: topics.map((it) => it.replace(/.$/, "9")) })),
  ],
  [
    "more than an address",
    (logs) => logs.map(({ topics, ...log }) => ({ ...log, topics: topics.map((it) => it.replace(/^0x0/, "0x1")) })),
  ],
])("logs: %s is an error", async (_name, change) => {
  const page = (await rewriteLogs(change)).findNamed(OWNERS, { toBlock: scene.head, minBlock: 0n }, signal);
  await expect(page).rejects.toMatchObject({ name: "InvalidReplyError", method: "eth_getLogs" });
});

test("a node's own source: ots before trace_filter", async () => {
  expect((await findNodeCallSource(rpc, scene.head))?.name).toBe("ots");
  const tracing = await startTraceFilterNode(scene, {});
  started.push(tracing);
  const source = await findNodeCallSource(connect(tracing), scene.head);
  expect(source?.name).toBe("trace_filter");
  const seen = scene.transactions.filter(({ named }) => named.has(PAYER)).map(describeFound);
  expect(await listAllPages(source!, PAYER, scene.head)).toEqual(seen.toSorted());
});

test.each(["public1000", "public10", "pruned128", "bare"] as const)(
  "%s has no source, and refusals are not repeated",
  async (name) => {
    const node = await serve(name);
    const client = connect(node);
    expect(await findNodeCallSource(client, scene.head)).toBeUndefined();
    await settle();
    const refused = [...node.counts.values()].reduce((sum, count) => sum + count.refused, 0);
    expect(await findNodeCallSource(client, scene.head)).toBeUndefined();
    expect(node.repeated()).toEqual([]);
    expect([...node.counts.values()].reduce((sum, count) => sum + count.refused, 0)).toBe(refused);
  },
);

interface OtsPage {
  txs: unknown[];
  lastPage: boolean;
}

const LAST: OtsPage = { txs: [], lastPage: true };
const isFromHead = (before: unknown): boolean => before === Number(scene.head) + 1;

test.each<[string, (page: OtsPage, owner: unknown, before: unknown) => unknown]>([
  ["scans the newest blocks only", (page, _owner, before) => (isFromHead(before) ? LAST : page)],
  ["does not index internal calls", (page, owner) => (owner === EMITTER ? LAST : page)],
  ["returns nothing", () => null],
])("a node whose ots %s is not believed", async (_name, change) => {
  const tracing = await startTraceFilterNode(scene, { maxBlocks: 100 });
  const proxy = await startRewritingProxy(scene.chain.rpcUrl, ({ method, params }, result) => {
    if (method === "trace_filter") return undefined;
    return method === "ots_searchTransactionsBefore" ? change(result as OtsPage, params[0], params[1]) : result;
  });
  started.push(tracing, proxy);
  expect(await findNodeCallSource(connect(proxy), scene.head)).toBeUndefined();
  expect(await findNodeCallSource(connect(tracing), scene.head)).toBeUndefined();
});
