import { createRpc, getChain, topics } from "@portico/evm";
import type { Hex, Rpc } from "@portico/evm";
import { startDevnet } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import type { RpcBlock, RpcLog } from "viem";
import { getContractAddress, numberToHex } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { LegKind } from "@portico/store";
import type { Leg } from "@portico/store";
import { createChanges } from "../chain/changes.ts";
import { decodeBlock } from "../decode/decodeBlock.ts";
import { DIES, HEIR, MAKES, ROOT, playTraces } from "../testing/playTraces.ts";
import { packLogs, toPlainBlock } from "../testing/blockLogs.ts";
import type { PlainBlock } from "../testing/blockLogs.ts";
import { startRewritingProxy } from "../testing/rewritingProxy.ts";
import type { RewritingProxy } from "../testing/rewritingProxy.ts";
import { createSource } from "./createSource.ts";
import type { Source } from "./createSource.ts";
import { InvalidDataError } from "./invalidDataError.ts";
import type { SourceReads } from "./sourceState.ts";

const WANTED = [topics.transfer, topics.wrappedDeposit];
const EVENTS: SourceReads = { receipts: false, traces: false };

let devnet: Devnet;
let url: string;
let direct: Rpc;
let head: bigint;
let full: PlainBlock[];
let events: PlainBlock[];
const proxies: RewritingProxy[] = [];

beforeAll(async () => {
  devnet = await startDevnet({ chains: ["eth"], seed: 3, size: { people: 4, transactions: 60, days: 2 } });
  url = devnet.chains.eth!.rpcUrl;
  direct = connect(url);
  await playTraces(direct, devnet.demoOwner);
  head = await direct.getBlockNumber();
  [full, events] = [await fetchAll(await open({})), await fetchAll(await open(EVENTS))];
});

afterEach(() => Promise.all(proxies.splice(0).map((proxy) => proxy.stop())));
afterAll(() => devnet.stop());

const connect = (...urls: string[]): Rpc =>
  createRpc({ chain: getChain("eth"), urls, baseDelayMs: 1, maxDelayMs: 5, attempts: 10 });

async function open(reads: SourceReads, rpc: Rpc = direct): Promise<Source> {
  const source = createSource({ chain: getChain("eth"), rpc, topics: WANTED, maxBlocks: 20, reads });
  await source.probe(head);
  return source;
}

async function rewriting(rewrite: Parameters<typeof startRewritingProxy>[1]): Promise<RewritingProxy> {
  const proxy = await startRewritingProxy(url, rewrite);
  proxies.push(proxy);
  return proxy;
}

const fetchAll = (source: Source): Promise<PlainBlock[]> => fetchPlain(source, 0n, head);

const fetchPlain = async (source: Source, fromBlock: bigint, toBlock: bigint): Promise<PlainBlock[]> =>
  (await source.fetchBlocks(fromBlock, toBlock)).map(toPlainBlock);

test("a capable node is read in full: every transaction with its receipt, and the logs of eth_getLogs", async () => {
  const source = await open({});
  expect(source.coverage).toEqual({
    receipts: "block",
    traces: "trace_block",
    bloom: true,
    gas: true,
    traceCounts: true,
  });
  const blocks = await fetchAll(source);
  expect(blocks.map(({ blockNumber }) => Number(blockNumber))).toEqual(
    Array.from({ length: Number(head) + 1 }, (_, at) => at),
  );
  const logs = await direct.request({
    method: "eth_getLogs",
    params: [{ fromBlock: "0x0", toBlock: numberToHex(head), topics: [WANTED] }],
  });
  expect(logs.length).toBeGreaterThan(50);
  expect(blocks.flatMap((block) => block.logs)).toEqual(
    logs.map(({ address, blockHash, blockNumber, data, logIndex, ...log }) => {
      const { topics: itsTopics, transactionHash, transactionIndex } = log;
      const location = { blockHash, blockNumber, logIndex, transactionHash, transactionIndex };
      return { ...location, address, data, topics: itsTopics, removed: false };
    }),
  );
  for (const block of blocks) {
    const expected = await direct.getBlock({ blockNumber: block.blockNumber, includeTransactions: true });
    expect(block.hash).toBe(expected.hash);
    expect(block.timeAt).toBe(Number(expected.timestamp));
    expect(block.miner).toBe(expected.miner.toLowerCase());
    expect(
      block.transactions.map(({ hash, from, to, nonce, rawValue, input }) => ({
        hash,
        from,
        to,
        nonce: Number(nonce),
        value: rawValue,
        input,
      })),
    ).toEqual(
      expected.transactions.map(({ hash, from, to, nonce, value, input }) => ({
        hash,
        from,
        to: to ?? undefined,
        nonce,
        value,
        input,
      })),
    );
  }
});

test("fees and outcomes are the receipts' own", async () => {
  const [block] = await (await open({})).fetchBlocks(head, head);
  const { receipt } = block!.transactions[0]!;
  const expected = await direct.getTransactionReceipt({ hash: block!.transactions[0]!.hash });
  expect(receipt).toEqual({
    isSuccess: false,
    gasUsed: expected.gasUsed,
    rawFee: expected.gasUsed * expected.effectiveGasPrice,
    contractAddress: undefined,
  });
});

test("events alone give the same logs with fewer calls, and no transactions", async () => {
  const proxy = await rewriting((_, result) => result);
  expect(await fetchAll(await open(EVENTS, connect(proxy.url)))).toEqual(events);
  expect(events).toEqual(
    full.map((block) => ({ ...block, transactions: [], internalTransfers: [], creations: [], rewards: [] })),
  );
  expect(new Set(proxy.methods)).toEqual(new Set(["eth_chainId", "eth_getBlockByNumber", "eth_getLogs"]));
});

test("both tracing methods give the same transfers and creations: nested, reverted in the middle, self-destructed", async () => {
  const proxy = await rewriting(({ method }, result) => (method === "trace_block" ? undefined : result));
  const debugging = await open({}, connect(proxy.url));
  expect(debugging.coverage.traces).toBe("debug");
  const byTraces = full;
  expect(await fetchAll(debugging)).toEqual(byTraces);
  const made = getContractAddress({ from: MAKES, nonce: 0n }).toLowerCase();
  const root = byTraces.find(({ transactions: [first] }) => first?.to === ROOT);
  expect(root?.internalTransfers.map(({ from, to, rawAmount, index }) => [index, from, to, rawAmount])).toEqual([
    [0, ROOT, MAKES, 8n],
    [1, MAKES, made, 3n],
    [2, made, HEIR, 2n],
    [3, ROOT, DIES, 9n],
    [4, DIES, HEIR, 9n],
  ]);
  expect(root?.creations).toEqual([{ txIndex: 0, txHash: root!.transactions[0]!.hash, address: made, creator: MAKES }]);
  expect(byTraces.at(-1)!.internalTransfers).toEqual([]);
});

test("without traces of whole blocks they are read by transaction, if receipts are, too, or if they are required", async () => {
  const proxy = await rewriting(({ method }, result) =>
    /^(debug_traceBlock|eth_getBlockReceipts|trace_)/.test(method) ? undefined : result,
  );
  const source = await open({}, connect(proxy.url));
  expect(source.coverage).toMatchObject({ receipts: "transaction", traces: "transaction" });
  expect(await fetchAll(source)).toEqual(full);
  const hasReceipts = await rewriting(({ method }, result) =>
    /^(debug_traceBlock|trace_)/.test(method) ? undefined : result,
  );
  const rpc = connect(hasReceipts.url);
  expect((await open({}, rpc)).coverage).toMatchObject({ receipts: "block", traces: undefined });
  expect((await open({ traces: true }, rpc)).coverage).toMatchObject({ receipts: "block", traces: "transaction" });
});

/** Coins moved by transactions themselves. */
function listValues(blocks: PlainBlock[]): Leg[] {
  const changes = createChanges();
  for (const block of blocks) decodeBlock(getChain("eth"), { ...block, logs: packLogs(block.logs) }, changes);
  return changes.legs.filter(({ kind, index }) => kind === LegKind.native && index === 0);
}

test("X08 without eth_getBlockReceipts and traces, each transaction's receipt is requested: no value is lost, and failed transactions move none", async () => {
  const proxy = await rewriting(({ method }, result) => (/receipts|trace/i.test(method) ? undefined : result));
  const rpc = connect(proxy.url);
  const source = await open({}, rpc);
  expect(source.coverage).toMatchObject({ receipts: "transaction", traces: undefined });
  const blocks = await fetchAll(source);
  expect(blocks).toEqual(full.map((block) => ({ ...block, internalTransfers: [], creations: [], rewards: [] })));
  expect(new Set(proxy.methods)).not.toContain("eth_getLogs");
  const values = listValues(blocks);
  expect(values).toEqual(listValues(full));
  const failed = full.flatMap(({ transactions }) =>
    transactions.filter(({ rawValue, receipt }) => rawValue > 0n && receipt?.isSuccess === false),
  );
  expect(failed).not.toEqual([]);
  const moved = new Set(values.map(({ txHash }) => txHash));
  expect(moved.size).toBeGreaterThan(5);
  for (const { hash } of failed) expect(moved).not.toContain(hash);
});

test.each([undefined, `0x${"ab".repeat(32)}`])(
  "without a status the outcome is derived from the state root and the gas used, root %s",
  async (root) => {
    const proxy = await rewriting(({ method }, result) =>
      method === "eth_getBlockReceipts"
        ? (result as object[]).map((one) => ({ ...one, status: undefined, root }))
        : result,
    );
    const blocks = await fetchAll(await open({ traces: false }, connect(proxy.url)));
    const [last] = blocks.at(-1)!.transactions;
    expect(last!.receipt!.isSuccess).toBe(root === undefined ? undefined : true); // not all of its gas was used
    expect(listValues(blocks).length > 0).toBe(root !== undefined);
  },
);

test("a node without receipts and traces is read as far as possible, unless more is required", async () => {
  const proxy = await rewriting(({ method }, result) => (/receipt|trace/i.test(method) ? undefined : result));
  const rpc = connect(proxy.url);
  const source = await open({}, rpc);
  expect(source.coverage).toMatchObject({ receipts: undefined, traces: undefined });
  const blocks = await fetchAll(source);
  const unknown = (block: PlainBlock) =>
    block.transactions.map((transaction) => ({ ...transaction, receipt: undefined }));
  expect(blocks).toEqual(events.map((block, at) => ({ ...block, transactions: unknown(full[at]!) })));
  expect(listValues(blocks)).toEqual([]);
  await expect(open({ receipts: true }, rpc)).rejects.toThrow("eth_getBlockReceipts");
  await expect(open({ traces: true }, rpc)).rejects.toThrow("trace_block");
});

test("data that one of two endpoints lacks is requested from the other", async () => {
  const proxy = await rewriting(({ method }, result) => (/receipt|trace/i.test(method) ? undefined : result));
  const source = await open({}, connect(proxy.url, url));
  expect(source.coverage).toMatchObject({ receipts: "block", traces: "trace_block" });
  expect(await fetchAll(source)).toEqual(full);
});

const withoutBloom = (block: RpcBlock): RpcBlock => ({ ...block, logsBloom: `0x${"0".repeat(512)}` });

test.each([{}, EVENTS])("a chain whose headers' blooms are empty is read, and this is reported: %j", async (reads) => {
  const proxy = await rewriting(({ method }, result) =>
    method === "eth_getBlockByNumber" ? withoutBloom(result as RpcBlock) : result,
  );
  const source = await open(reads, connect(proxy.url));
  expect(await fetchAll(source)).toEqual(reads === EVENTS ? events : full);
  expect(source.coverage.bloom).toBe(false);
  proxy.methods.length = 0;
  await fetchAll(source);
  expect(proxy.methods.length).toBeLessThan((Number(head) + 1) * 3 + 30);
});

test("a chain whose receipts' gas doesn't add up to its blocks' is read, and this is reported", async () => {
  const proxy = await rewriting(({ method }, result) =>
    method === "eth_getBlockByNumber" ? { ...(result as RpcBlock), gasUsed: "0x1" } : result,
  );
  const source = await open({}, connect(proxy.url));
  expect(await fetchAll(source)).toEqual(full);
  expect(source.coverage.gas).toBe(false);
});

test("nodes that always miscount their traces are read, and this is reported", async () => {
  const proxy = await rewriting(({ method }, result) =>
    method === "trace_block" ? (result as object[]).map((trace) => ({ ...trace, subtraces: 9 })) : result,
  );
  const source = await open({}, connect(proxy.url));
  expect(await fetchAll(source)).toEqual(full);
  expect(source.coverage.traceCounts).toBe(false);
});

interface Receipt {
  logs: RpcLog[];
  logsBloom: Hex;
}
const LIES: Record<string, (receipts: Receipt[]) => unknown> = {
  "1 receipts for": (receipts) => receipts.slice(0, 1),
  "is missing": (receipts) => receipts.map((receipt) => ({ ...receipt, logs: receipt.logs.slice(1) })),
  "don't match their bloom": (receipts) => {
    const last = receipts.findLastIndex(({ logs }) => logs.length > 0);
    return receipts.map((receipt, at) => (at === last ? { ...receipt, logs: receipt.logs.slice(0, -1) } : receipt));
  },
  "of another block": (receipts) => receipts.map((receipt) => ({ ...receipt, blockHash: `0x${"12".repeat(32)}` })),
  "the node has no receipts": () => null,
};

/** The newest block whose last logs are several of one transaction. */
async function findRichBlock(): Promise<bigint> {
  for (let blockNumber = head; ; blockNumber--) {
    const params = [numberToHex(blockNumber)];
    const receipts = await direct.send<Receipt[]>({ method: "eth_getBlockReceipts", params });
    const last = receipts.findLast(({ logs }) => logs.length > 0);
    if (last !== undefined && last.logs.length > 1 && receipts.length > 1) return blockNumber;
  }
}

test.each(Object.keys(LIES))(
  "X08 false receipts are not stored, and the error names the fault: '%s'",
  async (message) => {
    const blockNumber = await findRichBlock();
    const proxy = await rewriting(({ method }, result) =>
      method === "eth_getBlockReceipts" ? LIES[message]!(result as Receipt[]) : result,
    );
    const source = await open({ receipts: "auto" }, direct);
    const lying = createSource({
      chain: getChain("eth"),
      rpc: connect(proxy.url),
      topics: WANTED,
      maxBlocks: 20,
      reads: {},
    });
    Object.assign(lying.coverage, source.coverage);
    const failure = await lying.fetchBlocks(blockNumber, blockNumber).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(InvalidDataError);
    expect(String(failure)).toContain(message);
    // With an additional honest endpoint, the true data is found.
    const both = createSource({
      chain: getChain("eth"),
      rpc: connect(proxy.url, url),
      topics: WANTED,
      maxBlocks: 20,
      reads: {},
    });
    Object.assign(both.coverage, source.coverage);
    expect(await fetchPlain(both, blockNumber, blockNumber)).toEqual([full[Number(blockNumber)]]);
  },
);
