import { type Address, type Hex, numberToHex, parseGwei } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findChain, getChain } from "../chains.ts";
import { createRpc, type Rpc } from "../rpc.ts";
import { startTestAnvil, type TestAnvil } from "../testing/anvil.ts";
import { startEditingProxy } from "../testing/editingProxy.ts";
import type { LocalServer } from "../testing/listenLocally.ts";
import { estimateBaseFeeGrowth } from "./baseFeeGrowth.ts";
import { estimateGas } from "./estimateGas.ts";
import { parseFeeHistory } from "./feeHistory.ts";
import { dataFeeChains } from "./l1DataFee.ts";
import { readGasHead } from "./readGasHead.ts";
import { readGasMarket } from "./readGasMarket.ts";

const GWEI = parseGwei("1");
const TRANSFER = 21_000n;
/** Transfers that fit a block. */
const TRANSFERS = 10;
const INTERVAL = 12;

let anvil: TestAnvil;
let accounts: Address[];
const proxies: LocalServer[] = [];
let timeAt = 1_800_000_000;

beforeAll(async () => {
  anvil = await startTestAnvil(1);
  accounts = await anvil.call("eth_accounts");
  await anvil.call("evm_setAutomine", false);
  await anvil.call("evm_setBlockGasLimit", numberToHex(TRANSFER * BigInt(TRANSFERS)));
  for (let block = 0; block < 12; block++) {
    const count = [TRANSFERS, 3, 0, 6][block % 4]!;
    for (let n = 0; n < count; n++) await send(n, BigInt(n + 1) * GWEI);
    await mine();
  }
});
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.stop()));
  await anvil.stop();
});

const send = (account: number, tip: bigint, price = 1_000n * GWEI) =>
  anvil.call<Hex>("eth_sendTransaction", {
    from: accounts[account],
    to: accounts[0],
    gas: numberToHex(TRANSFER),
    maxPriorityFeePerGas: numberToHex(tip),
    maxFeePerGas: numberToHex(price),
  });

async function mine(): Promise<{ baseFeePerGas: Hex; transactions: Hex[] }> {
  timeAt += INTERVAL;
  await anvil.call("evm_setNextBlockTimestamp", numberToHex(timeAt));
  await anvil.call("evm_mine");
  return anvil.call("eth_getBlockByNumber", "latest", false);
}

const connect = (chain: string, url: string): Rpc => createRpc({ chain: getChain(chain), urls: [url], baseDelayMs: 1 });
const read = async (rpc: Rpc, chain: string) => readGasMarket(rpc, getChain(chain), await readGasHead(rpc));

async function startProxy(edit: Parameters<typeof startEditingProxy>[1]): Promise<string> {
  const proxy = await startEditingProxy(anvil.url, edit);
  proxies.push(proxy);
  return proxy.url;
}

test("the blocks' fees are read exactly, and the next base fee is exactly the next block's", async () => {
  const { head, window, l1DataFee } = await read(connect("eth", anvil.url), "eth");
  expect(window).toMatchObject({ isLegacy: false, suggestedTip: expect.any(BigInt) });
  expect(l1DataFee).toBeNull();
  expect(head).toMatchObject({ blockNumber: 12n, timeAt });
  const { blocks } = window;
  expect(blocks).toHaveLength(13);
  expect(blocks.slice(9).map(({ fullness }) => Math.round(fullness * 10))).toEqual([10, 3, 0, 6]);
  expect(blocks[9]!.tips).toEqual([1, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((tip) => BigInt(tip) * GWEI));
  expect([blocks[11]!.tips, blocks[12]!.tips.at(-1)]).toEqual([[], 6n * GWEI]);
  expect(estimateBaseFeeGrowth(window)).toBeCloseTo(0.125, 4);
  expect(BigInt((await mine()).baseFeePerGas)).toBe(window.nextBaseFee);
});

test("the block time is the observed one", async () => {
  const proxied = await startProxy(({ method, params }, { result }) =>
    method === "eth_getBlockByNumber" && params[0] === "0x0"
      ? { result: { ...(result as object), timestamp: numberToHex(timeAt - 13 * 7) } }
      : {},
  );
  expect((await read(connect("eth", proxied), "eth")).window.blockSeconds).toBe(7);
});

test("after a chain stood still, or if it makes blocks on demand only, the block time is the table's", async () => {
  const proxied = await startProxy(({ method, params }, { result }) =>
    method === "eth_getBlockByNumber" && params[0] === "0x0"
      ? { result: { ...(result as object), timestamp: numberToHex(timeAt - 13 * 3_600) } }
      : {},
  );
  const { window } = await read(connect("eth", proxied), "eth");
  expect(window.blockSeconds).toBe(INTERVAL);
  expect(estimateGas(window)[2]?.estimatedSeconds).toBeLessThanOrEqual(10 * INTERVAL);
});

test("fast is in one of the next two blocks while others bid as before; a tip below all is not", async () => {
  const { window } = await read(connect("eth", anvil.url), "eth");
  const fast = estimateGas(window)[2]!;
  const hash = await send(9, fast.priorityPrice!, fast.price);
  const bid = (account: number, tip: bigint) => send(account, tip, window.nextBaseFee + tip); // anvil orders by the total price
  for (let n = 0; n < TRANSFERS - 1; n++) await bid(n, BigInt(n + 1) * GWEI);
  const low = await bid(0, 1n);
  const blocks = [await mine(), await mine()];
  expect(blocks.flatMap(({ transactions }) => transactions)).toContain(hash);
  expect(blocks[0]!.transactions).not.toContain(low);
});

test("on a chain without base fees and fee history, prices are those that transactions paid, in one number", async () => {
  const hidden = new Set(["eth_feeHistory", "eth_maxPriorityFeePerGas"]);
  const url = await startProxy(({ method }, { result }) => {
    if (hidden.has(method)) return { error: { code: -32_601, message: `the method ${method} does not exist` } };
    if (method === "eth_gasPrice") return { result: numberToHex(5n * GWEI) };
    if (method !== "eth_getBlockByNumber") return {};
    const { baseFeePerGas: _, ...block } = result as { baseFeePerGas: Hex; transactions: object[] };
    return { result: block };
  });
  for (const account of [1, 2, 3]) await send(account, 3n * GWEI, BigInt(account) * 50n * GWEI);
  await mine();
  const { window, l1DataFee } = await read(connect("eth", url), "eth");
  expect(window).toMatchObject({ isLegacy: true, nextBaseFee: 0n, suggestedTip: 5n * GWEI });
  expect(window.blocks).toHaveLength(5);
  const levels = estimateGas(window, 4n * GWEI);
  expect(levels.flatMap(({ baseFee, priorityPrice }) => [baseFee, priorityPrice])).toEqual(Array(8).fill(null));
  const paid = await anvil.call<{ transactions: { gasPrice: Hex }[] }>("eth_getBlockByNumber", "latest", true);
  const least = paid.transactions.map(({ gasPrice }) => BigInt(gasPrice)).toSorted((a, b) => Number(a - b))[0]!;
  expect(window.blocks.at(-1)!.tips[0]).toBe(least);
  expect(levels[2]!.price).toBeGreaterThanOrEqual(least);
  expect(l1DataFee).toBeNull();
});

test("a chain known for legacy prices gets one price, though its blocks have base fees", async () => {
  const url = await startProxy(({ method }) => (method === "eth_chainId" ? { result: numberToHex(2020) } : {}));
  const { window } = await read(connect("ron", url), "ron");
  const levels = estimateGas(window);
  expect(levels[0]).toMatchObject({ baseFee: null, priorityPrice: null });
  expect(levels[0]!.price).toBeGreaterThan(window.nextBaseFee);
});

test.each<[string, number, Address, Hex, bigint | null]>([
  ["op", 10, "0x420000000000000000000000000000000000000f", word(12_345_678n), 12_345_678n],
  [
    "arb",
    42161,
    "0x00000000000000000000000000000000000000c8",
    `${word(70n)}${word(10_000_000n).slice(2)}${word(9n).slice(2)}`,
    700_000_000n,
  ],
  ["scrl", 534352, "0x5300000000000000000000000000000000000002", "0x12", null],
  ["morph", 2818, "0x530000000000000000000000000000000000000f", "0x", null],
  ["op", 10, "0x420000000000000000000000000000000000000f", `0x${"ff".repeat(32)}`, null],
  ["eth", 1, "0x420000000000000000000000000000000000000f", word(1n), null],
])("the data fee on %s (%i) is its oracle's, and null if that is invalid", async (...row) => {
  const [slug, chainId, oracle, answer, expected] = row;
  const url = await startProxy(({ method, params }) => {
    if (method === "eth_chainId") return { result: numberToHex(chainId) };
    return method === "eth_call" ? { result: (params[0] as { to: string }).to === oracle ? answer : "0x" } : {};
  });
  expect((await read(connect(slug, url), slug)).l1DataFee).toBe(expected);
});

test("every chain with a data fee is in the chain table", () => {
  expect([...dataFeeChains].filter((slug) => findChain(slug) === undefined)).toEqual([]);
});

function word(value: bigint): Hex {
  return numberToHex(value, { size: 32 });
}

test("an absurd tip does not hide those that others paid", () => {
  const reward = [["0x1", `0x${"f".repeat(60)}`]];
  const history = { baseFeePerGas: ["0x1", "0x1"], gasUsedRatio: [0.5], reward };
  expect(parseFeeHistory(history).blocks[0]?.tips).toEqual([1n, BigInt(Number.MAX_SAFE_INTEGER)]);
});

test.each<[string, unknown]>([
  ["nothing", null],
  ["no rewards", { baseFeePerGas: ["0x1", "0x1"], gasUsedRatio: [0.5] }],
  ["no blocks", { baseFeePerGas: ["0x1"], gasUsedRatio: [], reward: [] }],
  ["lists of other lengths", { baseFeePerGas: ["0x1"], gasUsedRatio: [0.5], reward: [["0x1"]] }],
  ["an absurd fee", { baseFeePerGas: ["0x1", `0x${"f".repeat(64)}`], gasUsedRatio: [0.5], reward: [["0x1"]] }],
  ["words", { baseFeePerGas: ["0x1", "1"], gasUsedRatio: [0.5], reward: [["x"]] }],
])("a fee history of %s is rejected", (_name, history) => {
  expect(() => parseFeeHistory(history as Parameters<typeof parseFeeHistory>[0])).toThrow(TypeError);
});
