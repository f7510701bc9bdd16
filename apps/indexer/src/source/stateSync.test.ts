import { addToBloom, createBloom, ZERO_ADDRESS } from "@portico/evm";
import type { Hash, Hex } from "@portico/evm";
import { expect, test } from "vitest";
import type { BlockReceipts } from "./blockReceipts.ts";
import { createBlockTraces } from "./blockTraces.ts";
import { checkReceipts } from "./checkReceipts.ts";
import { checkTraces } from "./checkTraces.ts";
import { readHeader } from "./readHeader.ts";
import type { NodeTransaction } from "./readHeader.ts";
import { createReceiptReader } from "./readReceipts.ts";
import { createTopicSet } from "./topicSet.ts";

/*
 * Polygon's state sync is the last transaction of a block: it has no sender and uses no gas. Until the Madhugiri fork
 * the header's bloom leaves its logs out; nodes don't trace it.
 */
const hash = (byte: string): Hash => `0x${byte.repeat(32)}`;
const COIN = "0x0000000000000000000000000000000000001010";
const CALLED = `0x${"cc".repeat(20)}` as const;
const TOPIC = hash("e6");
const [BLOCK, PAID, SYNC] = [hash("09"), hash("01"), hash("02")];

function bloomOf(...addresses: readonly Hex[]): Hex {
  const bloom = createBloom();
  for (const address of addresses) for (const part of [address, TOPIC]) addToBloom(bloom, part);
  return `0x${Buffer.from(bloom.buffer, bloom.byteOffset, bloom.byteLength).toString("hex")}`;
}

const paid: NodeTransaction = { hash: PAID, from: CALLED, to: CALLED, gas: "0x5208" };
const sync: NodeTransaction = { hash: SYNC, from: ZERO_ADDRESS, to: ZERO_ADDRESS, gas: "0x0", gasPrice: "0x0" };

const headerOf = (logsBloom: Hex, transactions: readonly NodeTransaction[] = [paid, sync]) =>
  readHeader(
    9n,
    {
      number: "0x9",
      hash: BLOCK,
      parentHash: hash("08"),
      timestamp: "0x1",
      gasUsed: "0x5208",
      logsBloom,
      transactions,
    },
    true,
  );

function receipt(transactionHash: Hash, { address, gasUsed, index }: { address: Hex; gasUsed: Hex; index: number }) {
  const location = { blockHash: BLOCK, blockNumber: "0x9", transactionHash, transactionIndex: `0x${index}` };
  const log = { ...location, address, topics: [TOPIC], data: "0x", logIndex: `0x${index}` };
  return { ...location, status: "0x1", gasUsed, effectiveGasPrice: "0x1", logsBloom: bloomOf(address), logs: [log] };
}

const RECEIPTS = [
  receipt(PAID, { address: CALLED, gasUsed: "0x5208", index: 0 }),
  receipt(SYNC, { address: COIN, gasUsed: "0x0", index: 1 }),
];

function read(receipts: readonly unknown[]): BlockReceipts {
  const reader = createReceiptReader(createTopicSet([TOPIC]));
  return reader(Buffer.from(JSON.stringify(receipts)), 0).value as BlockReceipts;
}

const COVERAGE = { bloom: true, gas: true };

test.each([
  ["before Madhugiri", bloomOf(CALLED)],
  ["since Madhugiri", bloomOf(CALLED, COIN)],
])("%s the logs of a state sync are complete", (_, bloom) => {
  const receipts = read(RECEIPTS);
  checkReceipts(headerOf(bloom), receipts, COVERAGE);
  expect(receipts.logs.picks).toEqual([0, 1]);
});

test("logs that no bloom has, of a transaction that used gas, are refused", () => {
  const [first, last] = RECEIPTS;
  const receipts = read([first, { ...last, gasUsed: "0x1" }]);
  expect(() => checkReceipts(headerOf(bloomOf(CALLED)), receipts, { bloom: true, gas: false })).toThrow(
    "the receipts' blooms don't add up",
  );
});

test("a state sync may have no trace; any other transaction has one", () => {
  const traces = { ...createBlockTraces(), transactionHashes: [PAID] };
  const bloom = bloomOf(CALLED);
  checkTraces(headerOf(bloom), traces, false);
  checkTraces(headerOf(bloom), { ...traces, transactionHashes: [PAID, SYNC] }, false);
  const other = { ...sync, gas: "0x5208" } as const;
  expect(() => checkTraces(headerOf(bloom, [paid, other]), traces, false)).toThrow("traces of 1 transactions");
  expect(() => checkTraces(headerOf(bloom), { ...traces, transactionHashes: [] }, false)).toThrow("traces of 0");
});
