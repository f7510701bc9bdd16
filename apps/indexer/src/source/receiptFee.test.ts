import { coinRulesOf } from "@portico/evm";
import { expect, test } from "vitest";
import type { NodeReceipt } from "./blockReceipts.ts";
import type { NodeTransaction } from "./readHeader.ts";
import { readFee } from "./receiptFee.ts";

const address = (byte: string) => `0x${byte.repeat(20)}` as const;
const hash = `0x${"01".repeat(32)}` as const;

interface Case {
  chain: string;
  receipt?: Partial<NodeReceipt>;
  transaction?: Partial<NodeTransaction>;
}

/** The fee of a transaction that used 1,000,000 gas at 2 wei. */
const feeOf = ({ chain, receipt, transaction }: Case): bigint | undefined =>
  readFee(
    { transactionHash: hash, status: "0x1", gasUsed: "0xf4240", effectiveGasPrice: "0x2", ...receipt },
    { hash, from: address("a1"), to: address("b0"), type: "0x2", ...transaction },
    coinRulesOf(chain),
  );
const GAS = 2_000_000n;

test("a fee is gas at its effective price, or at the transaction's if the receipt has none", () => {
  expect(feeOf({ chain: "eth" })).toBe(GAS);
  const receipt = { effectiveGasPrice: undefined };
  expect(feeOf({ chain: "eth", receipt, transaction: { gasPrice: "0x3" } })).toBe(3_000_000n);
  expect(feeOf({ chain: "eth", receipt })).toBeUndefined();
});

test("blobs are paid for where there are blobs: a rollup's receipts use the field for something else", () => {
  const receipt = { blobGasUsed: "0x20000", blobGasPrice: "0x5", l1Fee: "0x0" } as const;
  expect(feeOf({ chain: "eth", receipt })).toBe(GAS + 655_360n);
  expect(feeOf({ chain: "base", receipt })).toBe(GAS);
});

test.each(["op", "base", "scrl", "zora", "opbnb"])(
  "on %s a receipt without its fee for data leaves it unknown",
  (chain) => {
    expect(feeOf({ chain })).toBeUndefined();
    expect(feeOf({ chain, receipt: { l1Fee: "0x7" } })).toBe(GAS + 7n);
  },
);

test.each(["arb", "era", "linea", "bsc"])("on %s the fee for data is in the gas", (chain) => {
  expect(feeOf({ chain })).toBe(GAS);
});

test.each([
  ["op", "0x7e"],
  ["base", "0x7e"],
  ["scrl", "0x7e"],
  ["arb", "0x64"],
  ["arb", "0x68"],
  ["era", "0xff"],
] as const)("on %s nobody on this chain paid for a transaction of type %s", (chain, type) => {
  expect(feeOf({ chain, receipt: { effectiveGasPrice: "0x0", l1Fee: "0x0" }, transaction: { type } })).toBeUndefined();
});

test("an operator's fee is per gas and constant; since Jovian it is scaled otherwise", () => {
  const isthmus = { l1Fee: "0x0", operatorFeeScalar: "0x2710", operatorFeeConstant: "0x5" } as const;
  expect(feeOf({ chain: "op", receipt: isthmus })).toBe(GAS + 10_000n + 5n);
  expect(feeOf({ chain: "op", receipt: { ...isthmus, daFootprintGasScalar: "0x190" } })).toBe(
    GAS + 1_000_000_000_000n + 5n,
  );
  expect(feeOf({ chain: "mnt", receipt: isthmus })).toBe(GAS + 1_000_000_000_000n + 5n);
  expect(feeOf({ chain: "mnt", receipt: { l1Fee: "0x7" } })).toBeUndefined();
});

test("Celo's fee in a token is none of the coin", () => {
  expect(feeOf({ chain: "celo", transaction: { feeCurrency: address("cc") } })).toBe(0n);
});
