/** The sources of a node itself, each compared with a walk over the receipts and traces of all blocks. */
import { createRpc, getChain } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import { startNodeProfile } from "@portico/evm/testing/nodeProfiles";
import * as fc from "fast-check";
import { numberToHex } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { OWNERS, PAYER, startHistoryScene } from "../../testing/historyScene.ts";
import type { HistoryScene, SeenTransaction } from "../../testing/historyScene.ts";
import { describeFound, listAllPages } from "../../testing/readAllPages.ts";
import { startTraceFilterNode } from "../../testing/traceFilterNode.ts";
import type { TraceFilterNode, TraceFilterRules } from "../../testing/traceFilterNode.ts";
import { startRewritingProxy } from "../../testing/rewritingProxy.ts";
import type { CallSource } from "../callSource.ts";
import { InvalidReplyError } from "./invalidReplyError.ts";
import { createNonceSearch } from "./nonceSearch.ts";
import { createOtterscanSource } from "./otterscan.ts";
import { RangeLimitError } from "./rangeLimitError.ts";
import { createTraceFilterSource } from "./traceFilter.ts";

const UNKNOWN: Address = `0x${"4".repeat(40)}`;
const [OWNER] = OWNERS as [Address];
const signal = AbortSignal.timeout(600_000);

let scene: HistoryScene;
let rpc: Rpc;
const started: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  scene = await startHistoryScene(160, 100);
  rpc = connect(scene.chain);
});
afterEach(async () => void (await Promise.all(started.splice(0).map((node) => node.stop()))));
afterAll(() => scene.chain.stop());

const connect = ({ rpcUrl = "", url = rpcUrl }: { url?: string; rpcUrl?: string }): Rpc =>
  createRpc({ chain: getChain("eth"), urls: [url], baseDelayMs: 1, maxDelayMs: 5 });

/** The scene's node with other results of a method. */
async function rewrite<T>(name: string, change: (result: T, params: readonly unknown[]) => unknown): Promise<Rpc> {
  const proxy = await startRewritingProxy(scene.chain.rpcUrl, ({ method, params }, result) =>
    method === name ? change(result as T, params) : result,
  );
  started.push(proxy);
  return connect(proxy);
}

const listSeen = (is: (seen: SeenTransaction) => boolean): string[] =>
  scene.transactions.filter(is).map(describeFound).toSorted();

const readAll = (source: CallSource, owner: Address, toBlock = scene.head): Promise<string[]> =>
  listAllPages(source, owner, toBlock);

const anySearch = fc.record({
  owner: fc.constantFrom(...OWNERS, PAYER),
  size: fc.integer({ min: 2, max: 9 }),
  sixths: fc.integer({ min: 1, max: 6 }),
});

/** Compares a source with the walk, for some owners, blocks and page sizes. */
async function expectWalk(
  create: (size: number) => CallSource,
  is: (seen: SeenTransaction, owner: string) => boolean,
  numRuns: number,
): Promise<void> {
  const property = fc.asyncProperty(anySearch, async ({ owner, size, sixths }) => {
    const toBlock = (scene.head * BigInt(sixths)) / 6n;
    const seen = listSeen((one) => one.blockNumber <= toBlock && is(one, owner));
    expect(await readAll(create(size), owner, toBlock)).toEqual(seen);
  });
  await fc.assert(property, { numRuns });
}

test("the scene has failed transactions, creations, self sends, and several transactions of an owner in a block", () => {
  const seen = (is: (one: SeenTransaction) => boolean): number => scene.transactions.filter(is).length;
  expect(seen(({ isFailed }) => isFailed)).toBeGreaterThan(5);
  expect(seen(({ named }) => OWNERS.some((owner) => named.size === 1 && named.has(owner)))).toBeGreaterThan(5);
  const blocks = scene.transactions.map(({ from, blockNumber }) => `${from} ${blockNumber}`);
  expect(new Set(blocks).size).toBeLessThan(blocks.length - 5);
  expect(scene.head).toBeGreaterThan(300n);
});

test("ots: every page has all of its blocks, whatever its size", async () => {
  await expectWalk(
    (size) => createOtterscanSource(rpc, size),
    ({ named }, owner) => named.has(owner),
    12,
  );
  const source = createOtterscanSource(rpc);
  expect(await source.findPage(UNKNOWN, scene.head, signal)).toEqual({ fromBlock: 0n, transactions: [] });
  expect(await source.findPage(OWNER, 0n, signal)).toEqual({ fromBlock: 0n, transactions: [] });
});

interface OtsPage {
  txs: { hash: string; blockNumber: string }[];
  lastPage: boolean;
}

const COUNT = "eth_getTransactionCount";
const BLOCK = "eth_getBlockByNumber";

interface SenderBlock {
  transactions: { hash: string; nonce: string }[];
}

const isEnd = (block: unknown): boolean => block === "0x0" || block === numberToHex(scene.head);
const raiseNonce = ({ nonce, ...rest }: { nonce: string }) => ({
  ...rest,
  nonce: `0x${(BigInt(nonce) + 1n).toString(16)}`,
});

const SEARCH = "ots_searchTransactionsBefore";

test("ots: a node that marks a page as the last one before it cuts it, as Reth, loses nothing", async () => {
  const node = await rewrite<OtsPage>(SEARCH, (page) => ({ ...page, lastPage: true }));
  expect(await readAll(createOtterscanSource(node, 3), OWNER)).toEqual(listSeen(({ named }) => named.has(OWNER)));
});

test("ots: a node whose pages contain parts of blocks loses nothing, and is not believed about a crowded block", async () => {
  const cut = ({ txs, lastPage }: OtsPage, size: number) => ({
    txs: txs.slice(0, size),
    lastPage: lastPage && txs.length <= size,
  });
  const node = await rewrite<OtsPage>(SEARCH, (page, params) => cut(page, params[2] as number));
  expect(await readAll(createOtterscanSource(node, 7), OWNER)).toEqual(listSeen(({ named }) => named.has(OWNER)));
  const own = scene.transactions.filter(({ named }) => named.has(OWNER));
  const blocks = Map.groupBy(own, ({ blockNumber }) => blockNumber);
  const [crowded] = [...blocks].find(([, transactions]) => transactions.length > 2)!;
  const page = createOtterscanSource(node, 2).findPage(OWNER, crowded, signal);
  await expect(page).rejects.toThrow(`pages contain parts of block ${crowded}`);
});

test.each<[string, (page: OtsPage) => unknown]>([
  ["null", () => null],
  ["no list", () => ({ lastPage: true })],
  ["no flag", ({ txs }) => ({ txs })],
  ["an empty page that is not the last one", () => ({ txs: [], lastPage: false })],
  ["a missing hash", (page) => ({ ...page, txs: page.txs.map(({ blockNumber }) => ({ blockNumber })) })],
  ["null transactions", (page) => ({ ...page, txs: page.txs.map(() => null) })],
  ["a later block", (page) => ({ ...page, txs: page.txs.map(({ hash }) => ({ hash, blockNumber: "0xffff" })) })],
  ["no block", (page) => ({ ...page, txs: page.txs.map(({ hash }) => ({ hash, blockNumber: null })) })],
  ["the oldest first", (page) => ({ ...page, txs: page.txs.toReversed() })],
])("ots: %s is an error", async (_name, change) => {
  const node = await rewrite<OtsPage>(SEARCH, change);
  const page = createOtterscanSource(node, 9).findPage(OWNER, scene.head, signal);
  await expect(page).rejects.toMatchObject({ name: "InvalidReplyError", method: SEARCH });
  await expect(page).rejects.toBeInstanceOf(InvalidReplyError);
});

async function serveTraces(rules: TraceFilterRules): Promise<TraceFilterNode> {
  const node = await startTraceFilterNode(scene, rules);
  started.push(node);
  return node;
}

test.each<[string, TraceFilterRules]>([
  ["any of both addresses", {}],
  ["both addresses", { needsBoth: true }],
  ["at most 4 traces", { maxTraces: 4 }],
  ["at most 50 blocks", { maxBlocks: 50 }],
])("trace_filter: a node that matches or takes %s", async (_name, rules) => {
  const served = await serveTraces(rules);
  const node = connect(served);
  await expectWalk(
    (size) => createTraceFilterSource(node, { firstBlocks: size * 9, minBlocks: 2, count: size - 1 }),
    ({ named }, owner) => named.has(owner),
    4,
  );
  expect(served.filters.filter(({ fromAddress, toAddress }) => fromAddress !== undefined && toAddress)).toEqual([]);
});

test("trace_filter: anvil, which takes 300 blocks", async () => {
  const source = createTraceFilterSource(rpc, { firstBlocks: 310, minBlocks: 200 });
  expect(await readAll(source, PAYER)).toEqual(listSeen(({ named }) => named.has(PAYER)));
  await expect(createTraceFilterSource(rpc).findPage(PAYER, scene.head, signal)).rejects.toBeInstanceOf(
    RangeLimitError,
  );
});

test("trace_filter: ranges grow until the whole chain is one, and shrink for an owner with many traces", async () => {
  const node = await serveTraces({});
  const source = createTraceFilterSource(connect(node), { firstBlocks: 16, minBlocks: 2, count: 2 });
  await source.findPage(UNKNOWN, scene.head, signal);
  expect(node.filters.length).toBe(10); // twice 16, 32, 64, 128 and the other blocks
  expect(await readAll(source, PAYER)).toEqual(listSeen(({ named }) => named.has(PAYER)));
  node.filters.length = 0;
  await source.findPage(UNKNOWN, scene.head, signal);
  expect(node.filters.length).toBe(4);
});

interface NodeTrace {
  type: string;
  transactionHash: string | null;
}

const FILTER = "trace_filter";

test("trace_filter: rewards are left out", async () => {
  const reward = { type: "reward", action: { author: PAYER }, blockNumber: 7, transactionHash: null };
  const isFirst = (filter: unknown): boolean => (filter as { after: number }).after === 0;
  const node = await rewrite<NodeTrace[]>(FILTER, (traces, [filter]) =>
    isFirst(filter) ? [reward, ...traces] : traces,
  );
  const source = createTraceFilterSource(node, { firstBlocks: 299, minBlocks: 2 });
  expect(await readAll(source, PAYER)).toEqual(listSeen(({ named }) => named.has(PAYER)));
});

test.each<[string, (traces: NodeTrace[]) => unknown]>([
  ["null", () => null],
  ["an object", () => ({})],
  ["null traces", (traces) => traces.map(() => null)],
  ["a missing hash", (traces) => traces.map((trace) => ({ ...trace, transactionHash: null }))],
  ["another block", (traces) => traces.map((trace) => ({ ...trace, blockNumber: 1 }))],
  ["another address", (traces) => traces.map((trace) => ({ ...trace, action: { from: UNKNOWN, to: UNKNOWN } }))],
])("trace_filter: %s is an error", async (_name, change) => {
  const node = await rewrite<NodeTrace[]>(FILTER, change);
  const source = createTraceFilterSource(node, { firstBlocks: 250, minBlocks: 2 });
  const page = source.findPage(PAYER, scene.head, signal);
  await expect(page).rejects.toMatchObject({ name: "InvalidReplyError", method: FILTER });
});

test("trace_filter: a node that ignores the parameter after is not believed", async () => {
  const first = new Map<string, unknown>();
  const node = await rewrite<NodeTrace[]>(FILTER, (traces, [filter]) => {
    const { after, ...rest } = filter as { after: number };
    if (after === 0) first.set(JSON.stringify(rest), traces);
    return first.get(JSON.stringify(rest));
  });
  const source = createTraceFilterSource(node, { firstBlocks: 250, minBlocks: 2, count: 3 });
  await expect(source.findPage(PAYER, scene.head, signal)).rejects.toThrow("the parameter after is ignored");
});

test("nonce: finds every transaction that an owner sent, by a few reads each", async () => {
  const sizes = (size: number) => createNonceSearch(rpc, { chainId: 1, pageSize: BigInt(size) });
  await expectWalk(sizes, ({ from }, owner) => from === owner, 8);
  const node = await startNodeProfile(scene.chain.rpcUrl, {});
  started.push(node);
  const sent = await readAll(createNonceSearch(connect(node), { chainId: 1 }), OWNER);
  const reads = node.counts.get("eth_getTransactionCount")!.requests;
  expect(sent.length).toBeGreaterThan(15);
  expect(reads / sent.length).toBeLessThan(Math.log2(Number(scene.head)));
});

test("nonce: only accounts without code on a node with old state are searched", async () => {
  const delegated: Address = `0x${"d".repeat(40)}`;
  await scene.chain.setCode(delegated, `0xef0100${"e".repeat(40)}`);
  const accounts = [OWNER, UNKNOWN, PAYER, delegated];
  const can = async (node: Rpc): Promise<boolean[]> =>
    Promise.all(accounts.map((account) => createNonceSearch(node, { chainId: 1 }).canSearch(account)));
  expect(await can(rpc)).toEqual([true, true, false, false]);
  const pruned = await startNodeProfile(scene.chain.rpcUrl, "pruned128");
  started.push(pruned);
  const node = connect(pruned);
  expect(await createNonceSearch(node, { chainId: 1 }).canSearch(OWNER)).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 300)); // later requests than the proxy's account of those under way
  expect(await can(node)).toEqual([false, false, false, false]);
  expect(pruned.repeated()).toEqual([]);
});

test.each<[string, string, (result: never, params: readonly unknown[]) => unknown]>([
  ["null", COUNT, () => null],
  ["a number", COUNT, () => 7],
  ["a nonce above the newest", COUNT, (nonce, [, block]) => (isEnd(block) ? nonce : "0xfff")],
  ["no block", BLOCK, () => null],
  ["a block without transactions", BLOCK, (block: object) => ({ ...block, transactions: [] })],
  ["hashes", BLOCK, (block: SenderBlock) => ({ ...block, transactions: block.transactions.map(({ hash }) => hash) })],
  ["another block", BLOCK, (block: SenderBlock) => ({ ...block, number: "0x1" })],
  ["another nonce", BLOCK, (block: SenderBlock) => ({ ...block, transactions: block.transactions.map(raiseNonce) })],
])("nonce: %s is an error", async (_name, method, change) => {
  const page = createNonceSearch(await rewrite(method, change), { chainId: 1 }).findPage(OWNER, scene.head, signal);
  await expect(page).rejects.toMatchObject({ name: "InvalidReplyError", method });
});
