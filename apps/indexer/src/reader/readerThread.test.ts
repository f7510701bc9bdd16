import { createRpc, getChain } from "@portico/evm";
import type { Rpc, RpcEvent } from "@portico/evm";
import { startPocket } from "@portico/pocket";
import type { Pocket } from "@portico/pocket";
import { createTestDatabase } from "@portico/store/testing";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WATCHED_TOPICS } from "../decode/decodeLogs.ts";
import { runIndexer } from "../runIndexer.ts";
import { createSource } from "../source/createSource.ts";
import { readContent } from "../testing/content.ts";
import { startRewritingProxy } from "../testing/rewritingProxy.ts";
import { listPocketChains, syncToHead } from "../testing/sync.ts";
import type { PackedRange } from "./packedRange.ts";
import { createRangeReader } from "./rangeReader.ts";
import { startReaderThread } from "./readerThread.ts";
import type { ReaderThread } from "./readerThread.ts";

const chain = getChain("eth");
const hash = (byte: string) => `0x${byte.repeat(32)}`;
let pocket: Pocket;
let rpcUrl: string;
let rpc: Rpc;
let headNumber: bigint;
const threads: ReaderThread[] = [];

beforeAll(async () => {
  pocket = await startPocket({ chains: ["eth"], seed: 11, size: { people: 4, transactions: 60, days: 2 } });
  rpcUrl = pocket.chains.eth!.rpcUrl;
  rpc = createRpc({ chain, urls: [rpcUrl] });
  headNumber = await rpc.getBlockNumber();
});

afterAll(async () => {
  await Promise.all([...threads.map((thread) => thread.end()), pocket.stop()]);
});

async function start(url = rpcUrl, onCall?: (event: RpcEvent) => void): Promise<ReaderThread> {
  const thread = startReaderThread({ chain: "eth", rpcUrls: [url], headNumber, maxBlocks: 100, reads: {}, onCall });
  threads.push(thread);
  await vi.waitFor(() => expect(thread.isReady).toBe(true), { timeout: 20_000 });
  return thread;
}

/** Rows as one text each, whatever kind of bytes they are. */
const toText = ({ legs, transactions, ...range }: PackedRange) => ({
  ...range,
  rows: [legs, transactions].map(({ chunks, ...rows }) => ({ ...rows, hex: Buffer.concat(chunks).toString("hex") })),
});

test("a thread reads what this one would have read, and tells of its calls", async () => {
  const events: RpcEvent[] = [];
  const thread = await start(rpcUrl, (event) => events.push(event));
  const source = createSource({ chain, rpc, topics: WATCHED_TOPICS, maxBlocks: 100, reads: {} });
  await source.probe(headNumber);
  const here = createRangeReader(chain, source);
  const middle = headNumber / 2n;
  const ranges = [
    [0n, middle],
    [middle + 1n, headNumber],
  ] as const;
  const read = await Promise.all(ranges.map(([from, to]) => thread.read(from, to)));
  const expected = await Promise.all(ranges.map(([from, to]) => here.read(from, to)));
  expect(read.map(toText)).toEqual(expected.map(toText));
  expect(read.reduce((sum, { legs }) => sum + legs.count, 0)).toBeGreaterThan(100);
  expect(events.some(({ kind, detail }) => kind === "request" && detail === "eth_getBlockReceipts")).toBe(true);
});

test("that the chain changed is told as such, and what the node refuses as an error that hides the URL", async () => {
  const answers = {
    lies: (block: object): unknown => ({ ...block, parentHash: hash("77") }),
    refuses: () => undefined,
  };
  let kind: "lies" | "refuses" = "lies";
  const proxy = await startRewritingProxy(rpcUrl, ({ method, params: [number] }, result) =>
    method === "eth_getBlockByNumber" && number !== "latest" ? answers[kind](result as object) : result,
  );
  const thread = await start(`${proxy.url}/secret-key-of-mine`);
  await expect(thread.read(1n, 4n)).rejects.toMatchObject({ name: "ReorgError", blockNumber: expect.any(BigInt) });
  kind = "refuses";
  const failure = await thread.read(1n, 4n).catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: expect.stringContaining("eth_getBlockByNumber") });
  expect(String(failure)).not.toContain("secret-key-of-mine");
  await proxy.stop();
}, 60_000);

test("what is read when the thread ends fails, and so does what is asked later", async () => {
  const thread = await start();
  const reading = thread.read(0n, headNumber);
  await thread.end();
  await expect(reading).rejects.toThrow("has ended");
  await expect(thread.read(0n, 1n)).rejects.toThrow("has ended");
});

test("an indexer that reads in a thread stores what one without stores", async () => {
  const [withThread, without] = [await createTestDatabase(), await createTestDatabase()];
  const stop = new AbortController();
  await runIndexer({
    db: withThread.db,
    chains: listPocketChains(pocket),
    log: pino({ level: "error" }),
    signal: stop.signal,
    pollMs: 20,
    limits: { threadBlocks: 1, rangeBlocks: 2 },
    onProgress: ({ phase }) => phase === "head" && stop.abort(),
  });
  await syncToHead(without.db, listPocketChains(pocket));
  expect(await readContent(withThread.db)).toEqual(await readContent(without.db));
  await Promise.all([withThread.drop(), without.drop()]);
});
