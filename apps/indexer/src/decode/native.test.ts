import { NATIVE_TOKEN } from "@portico/evm";
import type { Address, Hash } from "@portico/evm";
import { AFTER_TRANSACTIONS, LegKind } from "@portico/store";
import { expect, test } from "vitest";
import { createChanges } from "../chain/changes.ts";
import type { SourceBlock, SourceTransaction } from "../source/sourceBlock.ts";
import { packLogs } from "../testing/blockLogs.ts";
import type { CoinLogs } from "./coinLogs.ts";
import { decodeNative } from "./native.ts";

const address = (byte: string): Address => `0x${byte.repeat(20)}`;
const hash = (byte: string): Hash => `0x${byte.repeat(32)}`;
const [ALICE, BOB, MINER] = [address("a1"), address("b0"), address("33")];

const transaction: SourceTransaction = {
  hash: hash("01"),
  index: 2,
  from: ALICE,
  to: BOB,
  nonce: 5n,
  rawValue: 7n,
  input: "0x",
  receipt: { isSuccess: true, gasUsed: 21_000n, rawFee: 42n, contractAddress: undefined },
};

const NO_LOGS: CoinLogs = { moves: [], isComplete: false, fees: new Map(), credits: [] };

function decode(fields: Partial<SourceBlock>, logs: Partial<CoinLogs> = {}) {
  const changes = createChanges();
  const block: SourceBlock = {
    blockNumber: 9n,
    hash: hash("09"),
    parentHash: hash("08"),
    timeAt: 1_700_000_000,
    miner: MINER,
    withdrawals: [],
    rewards: [],
    transactions: [],
    logs: packLogs([]),
    internalTransfers: [],
    creations: [],
    ...fields,
  };
  decodeNative(block, { ...NO_LOGS, ...logs }, changes);
  const short = changes.legs.map(({ owner, kind, isInbound, rawAmount }) => [owner, kind, isInbound, rawAmount]);
  return { ...changes, short, owners: changes.pairs.list().map(({ owner }) => owner) };
}

test("a transaction moves its value and costs its sender a fee", () => {
  const { short, owners, transactions } = decode({ transactions: [transaction] });
  expect(short).toEqual([
    [ALICE, LegKind.fee, false, 42n],
    [ALICE, LegKind.native, false, 7n],
    [BOB, LegKind.native, true, 7n],
  ]);
  expect(new Set(owners)).toEqual(new Set([ALICE, BOB, MINER]));
  expect(transactions).toMatchObject([{ sender: ALICE, recipient: BOB, isSuccess: true, rawFee: 42n, nonce: 5n }]);
});

test("a failed transaction costs its fee and moves nothing", () => {
  const receipt = { ...transaction.receipt!, isSuccess: false };
  expect(decode({ transactions: [{ ...transaction, receipt }] }).short).toEqual([[ALICE, LegKind.fee, false, 42n]]);
});

test("a free transaction still has its sender's leg", () => {
  const receipt = { ...transaction.receipt!, rawFee: 0n };
  expect(decode({ transactions: [{ ...transaction, rawValue: 0n, receipt }] }).short).toEqual([
    [ALICE, LegKind.fee, false, 0n],
  ]);
});

test("without receipts there is no fee, and whether the value moved is unknown: only the balances are read", () => {
  const { short, transactions } = decode({ transactions: [{ ...transaction, receipt: undefined }] });
  expect(short).toEqual([]);
  expect(transactions[0]).toMatchObject({ isSuccess: undefined, rawFee: undefined, gasUsed: undefined });
});

test("a contract creation sends its value to the contract, even when no receipt names it", () => {
  const from: Address = "0x6ac7ea33f8831ea9dcc53393aaa88b25a785dbf0";
  const created = "0x343c43a37d37dff08ae8c4a11544c718abb4fcf8"; // keccak of RLP(sender, 1), computed independently
  const { legs } = decode({ transactions: [{ ...transaction, from, to: undefined, nonce: 1n }] });
  expect(legs.filter(({ kind }) => kind === LegKind.native)).toMatchObject([
    { owner: from, counterparty: created },
    { owner: created, isInbound: true },
  ]);
});

test("internal transfers, withdrawals and rewards have their own locations", () => {
  const { legs, contracts, owners } = decode({
    transactions: [transaction],
    internalTransfers: [{ txIndex: 2, txHash: hash("01"), index: 0, from: BOB, to: MINER, rawAmount: 3n }],
    withdrawals: [{ address: BOB, rawAmount: 10n }],
    rewards: [{ address: MINER, rawAmount: 11n }],
    creations: [{ txIndex: 2, txHash: hash("01"), address: address("cc"), creator: BOB }],
  });
  const locations = legs.map(({ owner, txIndex, kind, index, isInbound }) =>
    [owner, txIndex, kind, index, isInbound].join(),
  );
  expect(new Set(locations).size).toBe(locations.length);
  expect(legs.filter(({ txIndex }) => txIndex === AFTER_TRANSACTIONS)).toMatchObject([
    { owner: BOB, kind: LegKind.withdrawal, rawAmount: 10n, txHash: "0x", token: NATIVE_TOKEN },
    { owner: MINER, kind: LegKind.reward, rawAmount: 11n, txHash: "0x" },
  ]);
  expect(contracts).toMatchObject([{ address: address("cc"), creator: BOB, blockNumber: 9n }]);
  expect(owners).toContain(address("cc"));
});
