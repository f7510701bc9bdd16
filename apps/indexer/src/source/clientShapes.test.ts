import { addToBloom, coinRulesOf, createBloom } from "@portico/evm";
import type { Address, Bloom, Hex } from "@portico/evm";
import { getAddress, toHex } from "viem";
import { expect, test } from "vitest";
import type { BlockReceipts } from "./blockReceipts.ts";
import type { BlockTraces } from "./blockTraces.ts";
import { checkReceipts } from "./checkReceipts.ts";
import { compactBlock } from "./compactBlock.ts";
import { readHeader } from "./readHeader.ts";
import { createReceiptReader } from "./readReceipts.ts";
import { readTraces } from "./readTraces.ts";
import { toSourceBlock } from "./toSourceBlock.ts";
import { createTopicSet } from "./topicSet.ts";

/** Shapes of results, as the documentation of the clients and the test vectors of execution-apis have them. */

const word = (value: number): Hex => `0x${value.toString(16).padStart(64, "0")}`;
const address = (value: number): Address => `0x${value.toString(16).padStart(40, "ab")}`;
const TRANSFER: Hex = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const [HASH, PARENT, LEGACY, DYNAMIC] = [word(1), word(2), word(3), word(4)] as const;
const [SENDER, TOKEN, MINER] = [address(5), address(6), address(7)] as const;

type Json = Record<string, unknown>;
interface Results {
  block: Json & { transactions: Json[] };
  receipts: (Json & { logs: Json[] })[];
}

function sumBloom(items: readonly Hex[]): Bloom {
  const bloom = createBloom();
  for (const item of items) addToBloom(bloom, item);
  return bloom;
}

/** As by geth. */
function createResults(): Results {
  const location = { blockHash: HASH, blockNumber: "0x7" };
  const log = {
    ...location,
    address: TOKEN,
    topics: [TRANSFER, word(8), word(9)],
    data: word(10),
    transactionHash: DYNAMIC,
    transactionIndex: "0x1",
    logIndex: "0x0",
    removed: false,
  };
  const bloom = toHex(sumBloom([TOKEN, ...log.topics]));
  const send = { ...location, from: SENDER, gas: "0xf4240", value: "0x1", v: "0x0", r: "0x1", s: "0x1" };
  const legacy = {
    ...send,
    hash: LEGACY,
    transactionIndex: "0x0",
    to: TOKEN,
    nonce: "0x9",
    input: "0x",
    gasPrice: "0x2",
    type: "0x0",
  };
  const dynamic = {
    ...send,
    hash: DYNAMIC,
    transactionIndex: "0x1",
    to: null,
    nonce: "0xa",
    input: "0x6000",
    gasPrice: "0x3",
    maxFeePerGas: "0x5",
    maxPriorityFeePerGas: "0x1",
    accessList: [],
    type: "0x2",
  };
  const receipt = { ...location, from: SENDER, cumulativeGasUsed: "0xffff", status: "0x1", contractAddress: null };
  const empty = toHex(createBloom());
  return {
    block: {
      number: "0x7",
      hash: HASH,
      parentHash: PARENT,
      timestamp: "0x64",
      gasUsed: "0xa410",
      gasLimit: "0x1c9c380",
      baseFeePerGas: "0x1",
      miner: MINER,
      logsBloom: bloom,
      transactions: [legacy, dynamic],
      withdrawals: [{ index: "0x0", validatorIndex: "0x1", address: SENDER, amount: "0x2" }],
    },
    receipts: [
      {
        ...receipt,
        transactionHash: LEGACY,
        transactionIndex: "0x0",
        to: TOKEN,
        gasUsed: "0x5208",
        effectiveGasPrice: "0x2",
        logs: [],
        logsBloom: empty,
        type: "0x0",
      },
      {
        ...receipt,
        transactionHash: DYNAMIC,
        transactionIndex: "0x1",
        to: null,
        gasUsed: "0x5208",
        effectiveGasPrice: "0x3",
        contractAddress: TOKEN,
        logs: [log],
        logsBloom: bloom,
        type: "0x2",
      },
    ],
  };
}

/** What is read of it, with logs as plain values. */
function readResults({ block, receipts }: Results, hasBlooms = true, rules = coinRulesOf("eth")) {
  const header = readHeader(7n, compactBlock(block), true);
  const reader = createReceiptReader(createTopicSet([TRANSFER]));
  const answer = reader(Buffer.from(JSON.stringify(receipts)), 0).value as BlockReceipts;
  checkReceipts(header, answer, { bloom: hasBlooms, gas: true });
  const { logs, ...read } = toSourceBlock(header, answer.logs, { receipts: answer.receipts, traces: undefined }, rules);
  const { batch, picks } = logs;
  return { ...read, logs: picks.map((log) => [batch.logIndexes[log], batch.txIndexes[log], batch.blockNumbers[log]]) };
}

const changeAll = (results: Results, change: (one: Json) => Json): Results => ({
  block: { ...results.block, transactions: results.block.transactions.map(change) },
  receipts: results.receipts.map((receipt) => change(receipt) as Results["receipts"][number]),
});
const without = (one: Json, ...names: string[]): Json =>
  Object.fromEntries(Object.entries(one).filter(([name]) => !names.includes(name)));
const reversed = (one: Json): Json => Object.fromEntries(Object.entries(one).toReversed());
const capital = (one: Json): Json =>
  Object.fromEntries(
    Object.entries(one).map(([name, value]) => [
      name,
      typeof value === "string" && value.length === 42 ? getAddress(value) : value,
    ]),
  );
const eachLog = (results: Results, change: (log: Json) => Json): Results => ({
  ...results,
  receipts: results.receipts.map((receipt) => ({ ...receipt, logs: receipt.logs.map(change) })),
});

const SHAPES: [string, (results: Results) => Results][] = [
  ["geth", (results) => results],
  [
    "Reth: timestamps in logs, yParity",
    (results) =>
      eachLog(
        changeAll(results, (one) => ({ ...one, yParity: "0x0" })),
        (log) => ({ ...log, blockTimestamp: "0x64" }),
      ),
  ],
  [
    "Erigon: another order, and a timestamp",
    (results) =>
      changeAll(
        eachLog(results, (log) => reversed({ ...log, timestamp: "0x64" })),
        reversed,
      ),
  ],
  [
    "Nethermind: root and error are null",
    (results) => changeAll(results, (one) => ({ ...one, root: null, error: null })),
  ],
  [
    "Besu: revert reasons, neither removed nor accessList",
    (results) =>
      eachLog(
        changeAll(results, (one) => without({ ...one, revertReason: null }, "accessList", "v")),
        (log) => without(log, "removed"),
      ),
  ],
  [
    "Hardhat: fields of later forks are absent",
    (results) => ({
      ...changeAll(results, (one) => without(one, "maxFeePerGas", "accessList")),
      block: without({ ...results.block, totalDifficulty: "0x1" }, "baseFeePerGas") as Results["block"],
    }),
  ],
  ["addresses with a checksum", (results) => changeAll(eachLog(results, capital), capital)],
  [
    "types with leading zeros",
    (results) => changeAll(results, (one) => ({ ...one, type: one["type"] === "0x0" ? "0x00" : "0x02" })),
  ],
  ["types as numbers", (results) => changeAll(results, (one) => ({ ...one, type: Number(one["type"]) }))],
  ["no types", (results) => changeAll(results, (one) => without(one, "type"))],
  [
    "a status with leading zeros",
    (results) => changeAll(results, (one) => ("status" in one ? { ...one, status: "0x01" } : one)),
  ],
  ["no cumulative gas", (results) => changeAll(results, (one) => without(one, "cumulativeGasUsed"))],
];

test.each(SHAPES)("a block with receipts is read the same: %s", (_name, change) => {
  const read = readResults(change(createResults()));
  expect(read).toEqual(readResults(createResults()));
  expect(read).toMatchObject({ timeAt: 100, logs: [[0, 1, 7]], withdrawals: [{ rawAmount: 2_000_000_000n }] });
  expect(read.transactions.map(({ receipt }) => receipt?.rawFee)).toEqual([42_000n, 63_000n]);
});

test.each<[string, (one: Json) => Json]>([
  ["absent", (one) => without(one, "logsBloom")],
  ["null", (one) => ("logsBloom" in one ? { ...one, logsBloom: null } : one)],
])("without blooms, logs are read, and missing ones are noticed by their numbers: %s", (_name, change) => {
  const results = changeAll(createResults(), change);
  const bare = { ...results, block: change(results.block) as Results["block"] };
  expect(() => readResults(bare)).toThrow("bloom");
  expect(readResults(bare, false)).toEqual(readResults(createResults()));
  const later = eachLog(bare, (log) => ({ ...log, logIndex: "0x1" }));
  expect(() => readResults(later, false)).toThrow("log 0 is missing");
});

test.each(["0x7e", "0x7E", "0x07e", 126])("a deposit of type %s is a deposit", (type) => {
  const { block, receipts } = createResults();
  const deposit = { ...block.transactions[0], type, sourceHash: word(11), mint: "0x5" };
  const results = { block: { ...block, transactions: [deposit, block.transactions[1]!] }, receipts };
  const [read] = readResults(results, true, coinRulesOf("op")).transactions;
  expect(read?.systemMoves).toMatchObject([{ rawAmount: 5n }]);
});

/** A call that pays a contract, which pays on and fails inside; and the block's reward. As by OpenEthereum. */
const createTraces = (): Json[] => {
  const base = { blockHash: HASH, blockNumber: 7, transactionHash: LEGACY, transactionPosition: 0, type: "call" };
  const call = (from: Address, to: Address, value: Hex) => ({
    callType: "call",
    from,
    to,
    gas: "0x1",
    input: "0x",
    value,
  });
  const result = { gasUsed: "0x1", output: "0x" };
  return [
    { ...base, action: call(SENDER, TOKEN, "0x1"), result, subtraces: 3, traceAddress: [] },
    { ...base, action: call(TOKEN, MINER, "0x2"), result, subtraces: 0, traceAddress: [0] },
    { ...base, action: call(TOKEN, SENDER, "0x3"), error: "Reverted", result: null, subtraces: 0, traceAddress: [1] },
    {
      ...base,
      type: "create",
      action: { from: TOKEN, gas: "0x1", init: "0x", value: "0x4" },
      result: { address: address(12), code: "0x", gasUsed: "0x1" },
      subtraces: 0,
      traceAddress: [2],
    },
    {
      ...base,
      transactionHash: null,
      transactionPosition: null,
      type: "reward",
      action: { author: MINER, rewardType: "block", value: "0x5" },
      result: null,
      subtraces: 0,
      traceAddress: [],
    },
  ];
};

const readAll = (traces: readonly Json[]): BlockTraces =>
  readTraces(Buffer.from(JSON.stringify(traces)), 0).value as BlockTraces;

test.each<[string, (trace: Json) => Json]>([
  ["Erigon: no result of what failed", (trace) => (trace["result"] === null ? without(trace, "result") : trace)],
  [
    "Reth: the kind of creation",
    (trace) =>
      trace["type"] === "create"
        ? { ...trace, action: { ...(trace["action"] as Json), creationMethod: "create" } }
        : trace,
  ],
  ["Besu: revert reasons", (trace) => ("error" in trace ? { ...trace, revertReason: "0x" } : trace)],
  ["Nethermind: another order, and no error is null", (trace) => reversed({ error: null, ...trace })],
  ["addresses with a checksum", (trace) => ({ ...trace, action: capital(trace["action"] as Json) })],
  ["block numbers in hex", (trace) => ({ ...trace, blockNumber: "0x7" })],
])("traces are read the same: %s", (_name, change) => {
  const traces = readAll(createTraces().map(change));
  expect(traces).toEqual(readAll(createTraces()));
  expect(traces.flaw).toBeUndefined();
  expect(traces.internalTransfers.map(({ rawAmount }) => rawAmount)).toEqual([2n, 4n]);
  expect(traces.rewards).toMatchObject([{ rawAmount: 5n }]);
});
