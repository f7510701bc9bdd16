/** The sources of a node itself, each compared with a walk over the receipts and traces of all blocks. */
import { createRpc, getChain } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import * as fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { OWNERS, PAYER, startHistoryScene } from "../../testing/historyScene.ts";
import type { HistoryScene, SeenTransaction } from "../../testing/historyScene.ts";
import { startRewritingProxy } from "../../testing/rewritingProxy.ts";
import type { CallSource, FoundTransaction } from "../callSource.ts";
import { InvalidReplyError } from "./invalidReplyError.ts";
import { createOtterscanSource } from "./otterscan.ts";

const UNKNOWN: Address = `0x${"4".repeat(40)}`;
const [OWNER] = OWNERS as [Address];
const signal = AbortSignal.timeout(600_000);

let scene: HistoryScene;
let rpc: Rpc;
const started: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  scene = await startHistoryScene();
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

const write = ({ hash, blockNumber }: FoundTransaction): string => `${blockNumber} ${hash}`;
const listSeen = (is: (seen: SeenTransaction) => boolean): string[] =>
  scene.transactions.filter(is).map(write).toSorted();

/** All pages down to genesis, each of its own blocks, newest first. */
async function readAll(source: CallSource, owner: Address, toBlock = scene.head): Promise<string[]> {
  const found: FoundTransaction[] = [];
  for (let to = toBlock; ;) {
    const { fromBlock, transactions } = await source.findPage(owner, to, signal);
    const numbers = transactions.map(({ blockNumber }) => Number(blockNumber));
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    expect([fromBlock <= to, numbers.every((number) => number >= fromBlock && number <= to)]).toEqual([true, true]);
    found.push(...transactions);
    if (fromBlock === 0n) return found.map(write).toSorted();
    to = fromBlock - 1n;
  }
}

const anySearch = fc.record({
  owner: fc.constantFrom(...OWNERS, PAYER),
  size: fc.integer({ min: 2, max: 9 }),
  sixths: fc.integer({ min: 1, max: 6 }),
});

/** Compares a source with the walk, for some owners, blocks and page sizes. */
async function compare(
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
  await compare(
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

const SEARCH = "ots_searchTransactionsBefore";

test("ots: a node that marks a page as the last one before it cuts it, as Reth, loses nothing", async () => {
  const node = await rewrite<OtsPage>(SEARCH, (page) => ({ ...page, lastPage: true }));
  expect(await readAll(createOtterscanSource(node, 3), OWNER)).toEqual(listSeen(({ named }) => named.has(OWNER)));
});

test("ots: a node whose pages contain parts of blocks is not believed", async () => {
  const cut = ({ txs, ...page }: OtsPage, size: number) => ({ ...page, txs: txs.slice(0, size), lastPage: false });
  const node = await rewrite<OtsPage>(SEARCH, (page, params) => cut(page, params[2] as number));
  const blocks = Map.groupBy(
    scene.transactions.filter(({ named }) => named.has(OWNER)),
    ({ blockNumber }) => blockNumber,
  );
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
