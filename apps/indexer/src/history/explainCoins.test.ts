/** What is read of transactions beside their receipts, on a real chain, compared with reading all of it. */
import { startBareChain } from "@portico/devnet";
import type { BareChain } from "@portico/devnet";
import { createRpc, getChain } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { numberToHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startRewritingProxy } from "../testing/rewritingProxy.ts";
import type { RewritingProxy } from "../testing/rewritingProxy.ts";
import { createAccountStates } from "./accountStates.ts";
import type { FoundTransaction } from "./callSource.ts";
import { createTransactionReader } from "./readTransactions.ts";
import type { ReadTransactions } from "./readTransactions.ts";
import { createOtterscanSource } from "./sources/otterscan.ts";

const at = (digits: string): Address => `0x${digits.padStart(40, "0")}`;
const owner = at("a11ce");
const signer = privateKeyToAccount(`0x${"7".repeat(64)}`);
const delegating = signer.address.toLowerCase() as Address;
const [BOB, PAYER, REFUNDER, LOGGER] = ["b0b", "fa1e5", "4ef00d", "10c"].map((name) => at(`${name}00000000`));
const chain = getChain("eth");
const word = (address: Address): Hex => `0x${address.slice(2).padStart(64, "0")}`;

let node: BareChain;
let first: bigint;
let head: bigint;

/** The owner calls; some calls pay it, none of which is named by a log or by another recipient. */
beforeAll(async () => {
  node = await startBareChain(1);
  await node.setCode(PAYER!, "0x34156010575f5f5f5f60015f355af1005b5f5ffd"); // pays 1 wei to the address in its data
  await node.setCode(REFUNDER!, "0x5f5f5f5f6001335af100"); // pays 1 wei to its caller
  await node.setCode(LOGGER!, "0x5f5fa000");
  await node.setBalance(REFUNDER!, 10n ** 9n);
  for (const from of [owner, delegating]) await node.setBalance(from, 10n ** 20n);
  await node.mine();
  first = BigInt(await node.rpc.call("eth_blockNumber", [])) + 1n;
  for (const from of [owner, delegating]) {
    for (let block = 0; block < 14; block++) await node.send({ from, to: LOGGER!, data: "0x01" });
    await node.send({ from, to: REFUNDER!, data: "0x01" });
    for (let block = 0; block < 6; block++) await node.send({ from, to: LOGGER!, data: "0x01", value: 0n });
    const transfer = { from, to: BOB, value: "0x5", gas: "0x5208" };
    await node.rpc.call("eth_sendTransactionSync", [transfer]);
    await node.send({ from: BOB!, to: from, value: 9n });
    await node.send({ from: BOB!, to: PAYER!, value: 5n, data: word(from) });
    await node.send({ from, data: "0x600a5f5500" }); // creates a contract
  }
  const twice = { from: owner, to: REFUNDER, data: "0x01", gas: "0x30d40" };
  await node.rpc.call("evm_setAutomine", [false]);
  for (let count = 0; count < 2; count++) await node.rpc.call("eth_sendTransaction", [twice]);
  await node.mine();
  await node.rpc.call("evm_setAutomine", [true]);
  await delegate();
  head = BigInt(await node.rpc.call("eth_blockNumber", []));
});

afterAll(() => node.stop());

/** Somebody else sends the authorization (EIP-7702), so that the account's nonce rises without a transaction of its own. */
async function delegate(): Promise<void> {
  const nonce = Number(await node.rpc.call("eth_getTransactionCount", [delegating, "latest"]));
  const { r, s, yParity } = await signer.signAuthorization({ contractAddress: REFUNDER!, chainId: 1, nonce });
  const authorization = {
    chainId: "0x1",
    address: REFUNDER,
    nonce: numberToHex(nonce),
    r,
    s,
    yParity: numberToHex(yParity!),
  };
  await node.rpc.call("eth_sendTransactionSync", [
    { from: BOB, to: BOB, type: "0x4", authorizationList: [authorization], gas: "0x30d40" },
  ]);
}

interface Seen extends ReadTransactions {
  /** Requests after the node's capabilities were detected, by method. */
  counts: Record<string, number>;
}

/** Reads all transactions of an account as one span, or each as without one. */
async function read(
  of: Address,
  rewrite: Parameters<typeof startRewritingProxy>[1] = (_, result) => result,
  isSpan = true,
  saysPaid?: (hash: Hex) => boolean,
): Promise<Seen> {
  const proxy = await startRewritingProxy(node.rpcUrl, rewrite);
  onTestFinished(() => proxy.stop());
  const rpc = createRpc({ chain, urls: [proxy.url], baseDelayMs: 1, maxDelayMs: 5 });
  const reader = await createTransactionReader({ chain, rpc }, head);
  const { transactions } = await createOtterscanSource(rpc, 200).findPage(of, head, AbortSignal.timeout(60_000));
  proxy.methods.length = 0;
  const blocks = { fromBlock: first, toBlock: head };
  const span = { owner: of, ...blocks, states: createAccountStates(rpc, of), readStored: async () => [] };
  const found = transactions.map((one): FoundTransaction => ({ ...one, isPaid: saysPaid?.(one.hash) }));
  const wanted = found.map(({ body, ...one }): FoundTransaction => (isSpan ? { ...one, body } : one));
  return { ...(await reader.read(wanted, isSpan ? span : undefined)), counts: countMethods(proxy) };
}

const countMethods = ({ methods }: RewritingProxy): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(methods, (method) => method)].map(([method, calls]) => [method, calls.length]));

/** What rows of the account are made of, by transaction, in the order of the chain. */
const describe = ({ blocks, unknown }: ReadTransactions, of: Address) => ({
  unknown,
  transactions: blocks.flatMap(({ blockNumber, hash, timeAt, transactions, logs, internalTransfers, creations }) =>
    transactions.map((transaction) => ({
      blockNumber,
      hash,
      timeAt,
      transaction,
      logs: logs.batch.txIndexes.filter((index) => index === transaction.index).length,
      moves: internalTransfers.filter(({ txHash, from, to }) => txHash === transaction.hash && [from, to].includes(of)),
      created: creations.filter(({ txHash, creator }) => txHash === transaction.hash && creator === of),
    })),
  ),
});

const countMoves = ({ blocks }: ReadTransactions, of: Address): number =>
  blocks.flatMap(({ internalTransfers }) => internalTransfers.filter(({ to }) => to === of)).length;

test("no request per transaction, and traces of those that paid the owner, found by its balances", async () => {
  const seen = await read(owner);
  const all = await read(owner, undefined, false);
  expect(describe(seen, owner)).toEqual(describe(all, owner));
  expect(countMoves(seen, owner)).toBe(4); // one within a range, one by another account, two in one block
  const { trace_transaction: traces = 0, ...others } = seen.counts;
  expect(others).not.toHaveProperty("eth_getTransactionReceipt");
  expect(others).not.toHaveProperty("eth_getBlockByNumber");
  expect(traces).toBeLessThan(10);
  expect(Object.values(others).reduce((sum, calls) => sum + calls, 0)).toBeLessThan(20);
  expect(all.counts["trace_transaction"]).toBeGreaterThan(20);
});

type Receipt = Record<string, unknown> & { logs: Record<string, unknown>[] };

/** Rewrites receipts of searches. */
const withReceipts =
  (change: (receipt: Receipt) => object): Parameters<typeof startRewritingProxy>[1] =>
  ({ method }, result) => {
    if (!method.startsWith("ots_search")) return result;
    const { txs, receipts } = result as SearchResult;
    return { lastPage: true, txs, receipts: receipts.map((one) => change(one as Receipt)) };
  };

test.each<[string, (receipt: Receipt) => object]>([
  ["without logs", (receipt) => ({ ...receipt, logs: null, logsBloom: null })],
  ["with empty lists of logs", (receipt) => ({ ...receipt, logs: [], logsBloom: `0x${"0".repeat(512)}` })],
])("searches %s: one request per transaction, but a transfer", async (_, change) => {
  const seen = await read(owner, withReceipts(change));
  expect(describe(seen, owner)).toEqual(describe(await read(owner, undefined, false), owner));
  const count = describe(seen, owner).transactions.length;
  expect(seen.counts).toMatchObject({ eth_getTransactionReceipt: count - 1 });
});

const otherHash = `0x${"5".repeat(64)}`;

test.each<[string, (receipt: Receipt) => object]>([
  ["a log less than its bloom", (receipt) => ({ ...receipt, logs: [] })],
  ["no bloom", (receipt) => ({ ...receipt, logsBloom: undefined })],
  [
    "another address in a log",
    ({ logs, ...rest }) => ({ ...rest, logs: logs.map((log) => ({ ...log, address: BOB })) }),
  ],
  [
    "a log of another transaction",
    ({ logs, ...rest }) => ({ ...rest, logs: logs.map((log) => ({ ...log, transactionHash: otherHash })) }),
  ],
  ["no outcome", (receipt) => ({ ...receipt, status: undefined })],
  ["another price than its transaction", (receipt) => ({ ...receipt, effectiveGasPrice: "0x5" })],
  ["no gas", (receipt) => ({ ...receipt, gasUsed: null })],
])("a search's receipt with %s is requested", async (_, change) => {
  let [logged, changed] = [0, 0];
  const rewrite = withReceipts((receipt) => {
    if (receipt.logs.length === 0 || logged++ % 3 !== 0) return receipt;
    changed++;
    return change(receipt);
  });
  const seen = await read(owner, rewrite);
  expect(describe(seen, owner)).toEqual(describe(await read(owner, undefined, false), owner));
  expect(changed).toBeGreaterThan(3);
  expect(seen.counts["eth_getTransactionReceipt"]).toBe(changed);
});

test("what a source says of payments within is a hint: those are traced first, and others where it is wrong", async () => {
  const all = await read(owner, undefined, false);
  const { transactions } = describe(all, owner);
  const paid = transactions.filter(({ moves }) => moves.some(({ to }) => to === owner));
  const hashes = new Set(paid.map(({ transaction }) => transaction.hash));
  const hints = [(hash: Hex) => hashes.has(hash), () => false, (hash: Hex) => !hashes.has(hash)];
  const seen = [];
  for (const hint of hints) seen.push(await read(owner, undefined, true, hint));
  for (const one of seen) expect(describe(one, owner)).toEqual(describe(all, owner));
  expect(paid).toHaveLength(4);
  expect(seen[0]!.counts).toMatchObject({ trace_transaction: 4 });
  expect(seen[1]!.counts["trace_transaction"]).toBeGreaterThanOrEqual(4);
});

test("where nothing is known from balances, all transactions are traced: with a delegation, code, or pruned state", async () => {
  const all = await read(delegating, undefined, false);
  const { trace_transaction: traces } = all.counts;
  expect(traces).toBeGreaterThan(20);
  const delegated = await read(delegating);
  expect(describe(delegated, delegating)).toEqual(describe(all, delegating));
  expect(delegated.counts).toMatchObject({ trace_transaction: traces, eth_getBlockByNumber: all.blocks.length });
  const code = await read(owner, ({ method }, result) => (method === "eth_getCode" ? "0xef0100" : result));
  const pruned = await read(owner, ({ method }, result) => (method === "eth_getBalance" ? undefined : result));
  const traced = await read(owner, undefined, false);
  for (const seen of [code, pruned]) {
    expect(describe(seen, owner)).toEqual(describe(traced, owner));
    expect(seen.counts["trace_transaction"]).toBe(traced.counts["trace_transaction"]! + 2); // the block with two at once
  }
});

test("receipts of a search are requested where they don't explain the balances", async () => {
  const rewrite = withReceipts((receipt) => (receipt["from"] === owner ? { ...receipt, gasUsed: "0x5300" } : receipt));
  const seen = await read(owner, rewrite);
  const { transactions } = describe(seen, owner);
  expect(describe(seen, owner)).toEqual(describe(await read(owner, undefined, false), owner));
  const sent = transactions.filter(({ transaction: { from } }) => from === owner);
  expect(seen.counts["eth_getTransactionReceipt"]).toBeGreaterThanOrEqual(sent.length);
});

interface SearchResult {
  txs: Record<string, unknown>[];
  receipts: Record<string, unknown>[];
}

test.each<[string, (result: SearchResult) => SearchResult]>([
  [
    "another block",
    ({ txs, ...rest }) => ({ ...rest, txs: txs.map((one) => ({ ...one, blockHash: `0x${"5".repeat(64)}` })) }),
  ],
  ["another sender", ({ txs, ...rest }) => ({ ...rest, txs: txs.map((one) => ({ ...one, from: BOB })) })],
  ["another index", ({ txs, ...rest }) => ({ ...rest, txs: txs.map((one) => ({ ...one, transactionIndex: "0x7" })) })],
  ["other receipts", ({ txs, receipts }) => ({ txs, receipts: receipts.toReversed() })],
  [
    "times out of order",
    ({ txs, receipts }) => ({ txs, receipts: receipts.map((one, n) => ({ ...one, timestamp: n })) }),
  ],
  ["no times", ({ txs, receipts }) => ({ txs, receipts: receipts.map((one) => ({ ...one, timestamp: null })) })],
  ["a rollup's type", ({ txs, ...rest }) => ({ ...rest, txs: txs.map((one) => ({ ...one, type: "0x7e" })) })],
])("a search with %s: its transactions are located again", async (_, change) => {
  const rewrite: Parameters<typeof startRewritingProxy>[1] = ({ method }, result) =>
    method.startsWith("ots_search") ? { lastPage: true, ...change(result as SearchResult) } : result;
  const seen = await read(owner, rewrite);
  expect(describe(seen, owner)).toEqual(describe(await read(owner, undefined, false), owner));
  expect(seen.counts["eth_getTransactionByHash"]).toBeGreaterThan(20);
});
