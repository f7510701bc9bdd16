import { coinRulesOf, ZERO_ADDRESS } from "@portico/evm";
import { expect, test } from "vitest";
import { compactTransaction } from "./compactBlock.ts";
import type { NodeReceipt } from "./blockReceipts.ts";
import type { NodeTransaction } from "./readHeader.ts";
import { readFee } from "./receiptFee.ts";
import { listSystemMoves } from "./systemMoves.ts";

const address = (byte: string) => `0x${byte.repeat(20)}` as const;
const hash = (byte: string) => `0x${byte.repeat(32)}` as const;
const [ALICE, BOB, CAROL] = [address("a1"), address("b0"), address("ca")];
/** keccak of "retryable escrow" and the ticket's id, computed independently. */
const ESCROW = "0xcf1ba76eef092129b0e376539605346960ed9288";

const receipt: NodeReceipt = { transactionHash: hash("01"), status: "0x1", gasUsed: "0x64", effectiveGasPrice: "0x2" };
const transaction: NodeTransaction = { hash: hash("01"), from: ALICE, to: BOB, value: "0x7" };

const listMoves = (chain: string, fields: Partial<NodeTransaction>, ofReceipt: Partial<NodeReceipt> = {}) =>
  listSystemMoves({ ...receipt, ...ofReceipt }, { ...transaction, ...fields }, coinRulesOf(chain));

test("a deposit on an OP stack chain creates its mint, whether the call succeeds or not", () => {
  const minted = [{ from: ZERO_ADDRESS, to: ALICE, rawAmount: 9n }];
  const deposit = { type: "0x7e", sourceHash: hash("05"), mint: "0x9" } as const;
  expect(listMoves("op", deposit)).toEqual(minted);
  expect(listMoves("base", deposit, { status: "0x0" })).toEqual(minted);
});

test("a node leaves a mint of zero out; a source that knows nothing of deposits tells by the value", () => {
  expect(listMoves("op", { type: "0x7e", sourceHash: hash("05") })?.[0]?.rawAmount).toBe(0n);
  expect(listMoves("op", { type: "0x7e" })?.[0]?.rawAmount).toBe(7n);
});

test("other chains' transactions of that type, and ordinary ones, create nothing", () => {
  expect(listMoves("scrl", { type: "0x7e" })).toBeUndefined();
  expect(listMoves("eth", { type: "0x64" })).toBeUndefined();
  expect(listMoves("op", { type: "0x2" })).toBeUndefined();
});

test("a deposit on Arbitrum creates the value that it sends", () => {
  expect(listMoves("arb", { type: "0x64" })).toEqual([{ from: ZERO_ADDRESS, to: ALICE, rawAmount: 7n }]);
});

/** 10,000 wei: 500 for the call, 1,412 for the submission (of at most 2,000), 100 gas at 2 of at most 5 wei. */
const submission = {
  type: "0x69",
  value: "0x0",
  depositValue: "0x2710",
  retryValue: "0x1f4",
  retryData: "0x0102",
  maxSubmissionFee: "0x7d0",
  l1BaseFee: "0x1",
  maxFeePerGas: "0x5",
  gas: "0x64",
  refundTo: CAROL,
} as const;

test("a submission of a ticket on Arbitrum pays its fee, puts the call's value in escrow, and refunds what is left", () => {
  expect(listMoves("arb", submission)).toEqual([
    { from: ZERO_ADDRESS, to: ALICE, rawAmount: 10_000n },
    { from: ALICE, to: ESCROW, rawAmount: 500n },
    { from: ALICE, to: CAROL, rawAmount: 588n + 300n },
  ]);
  expect(readFee(receipt, { ...transaction, ...submission }, coinRulesOf("arb"))).toBe(1_412n + 200n);
});

test("of a submission whose fields are left out only the deposit is known", () => {
  const known = { type: "0x69", depositValue: "0x2710" } as const;
  expect(listMoves("arb", known)).toEqual([{ from: ZERO_ADDRESS, to: ALICE, rawAmount: 10_000n }]);
  expect(readFee(receipt, { ...transaction, ...known }, coinRulesOf("arb"))).toBeUndefined();
});

test("a field that a node writes as null is as one that it leaves out", () => {
  const deposit = [{ from: ZERO_ADDRESS, to: ALICE, rawAmount: 10_000n }];
  for (const field of ["l1BaseFee", "maxFeePerGas", "maxSubmissionFee", "retryData", "refundTo"]) {
    const compact = compactTransaction({ ...transaction, ...submission, [field]: null });
    expect(listMoves("arb", compact as NodeTransaction)).toEqual(deposit);
  }
});

test("an attempt takes its value from escrow and refunds unused gas and the submission, within the deposit", () => {
  const attempt = { type: "0x68", ticketId: hash("01"), gas: "0xc8", refundTo: CAROL, maxRefund: "0x3e8" } as const;
  const fields = { ...attempt, submissionFeeRefund: "0x2bc" } as const;
  expect(listMoves("arb", fields)).toEqual([
    { from: ESCROW, to: ALICE, rawAmount: 7n },
    { from: ZERO_ADDRESS, to: CAROL, rawAmount: 700n + 100n }, // 1,000 less 700 less 200 for gas
    { from: ZERO_ADDRESS, to: ALICE, rawAmount: 100n },
  ]);
  expect(listMoves("arb", fields, { status: "0x0" })).toEqual([
    { from: ZERO_ADDRESS, to: CAROL, rawAmount: 100n },
    { from: ZERO_ADDRESS, to: ALICE, rawAmount: 100n },
  ]);
});
