import { type Hex, NATIVE_TOKEN as coin, ZERO_ADDRESS as zero } from "@portico/evm";
import { expect, test } from "vitest";
import { called, dai, encode, explain, other, usdc, user } from "../testing/explain.ts";

const bytes32 = `0x${"ab".repeat(32)}` as const;
const desc = {
  srcToken: usdc,
  dstToken: coin,
  srcReceiver: other,
  dstReceiver: user,
  amount: 100n,
  minReturnAmount: 90n,
  flags: 4n,
  permit: "0x",
};

test.each([
  ["0x7c025200", ["0x"]],
  ["0x12aa3caf", ["0x", "0x"]],
  ["0x07ed2379", ["0x"]],
] as const)("%s (1inch) describes what is swapped", (selector, more) => {
  const swap = (given: object, rawValue = 0n) =>
    explain(selector, [other, { ...desc, ...given }, ...more], { rawValue });
  expect(swap({})).toEqual([called("swap", [[usdc, 100n]], [[coin, 90n]])]);
  expect(swap({ dstReceiver: zero })).toEqual([called("swap", [[usdc, 100n]], [[coin, 90n]])]);
  expect(swap({ dstReceiver: other })).toEqual([called("swap", [[usdc, 100n]])]);
  expect(swap({ srcToken: coin, dstToken: dai }, 100n)).toEqual([called("swap", [[coin, 100n]], [[dai, 90n]])]);
});

const packed = BigInt(usdc) | (1n << 255n);

test.each([
  ["0x2e95b6c8", [usdc, 100n, 90n, [bytes32]]],
  ["0x0502b1c5", [usdc, 100n, 90n, [1n]]],
  ["0xf78dc253", [user, usdc, 100n, 90n, [1n]]],
  ["0x83800a8e", [packed, 100n, 90n, 1n]],
  ["0x8770ba91", [packed, 100n, 90n, 1n, 2n]],
  ["0x19367472", [packed, 100n, 90n, 1n, 2n, 3n]],
  ["0xe2c95c82", [1n, packed, 100n, 90n, 1n]],
  ["0xea76dddf", [1n, packed, 100n, 90n, 1n, 2n]],
  ["0xf7a70056", [1n, packed, 100n, 90n, 1n, 2n, 3n]],
] as const)("%s (unoswap) names the input", (selector, args) => {
  expect(explain(selector, args)).toEqual([called("swap", [[usdc, 100n]])]);
});

test.each([
  ["0x0502b1c5", [zero, 100n, 90n, [1n]]],
  ["0xe449022e", [100n, 90n, [1n]]],
  ["0xbc80f1a8", [user, 100n, 90n, [1n]]],
  ["0xa76dfc3b", [90n, 1n]],
  ["0x89af926a", [90n, 1n, 2n]],
  ["0x188ac35d", [90n, 1n, 2n, 3n]],
  ["0x175accdc", [1n, 90n, 1n]],
  ["0x0f449d71", [1n, 90n, 1n, 2n]],
  ["0x493189f0", [1n, 90n, 1n, 2n, 3n]],
] as const)("%s swaps the native coin sent with it", (selector, args) => {
  expect(explain(selector, args, { rawValue: 100n })).toEqual([called("swap", [[coin, 100n]])]);
});

test("0x names both sides, in its exchange proxy, its settler and AllowanceHolder", () => {
  expect(explain("0x415565b0", [usdc, coin, 100n, 90n, []])).toEqual([called("swap", [[usdc, 100n]], [[coin, 90n]])]);
  expect(explain("0xd9627aa4", [[coin, dai], 100n, 90n, false], { rawValue: 100n })).toEqual([
    called("swap", [[coin, 100n]], [[dai, 90n]]),
  ]);
  expect(explain("0xd9627aa4", [[], 100n, 90n, false])).toEqual([called("swap")]);
  const settle: Hex = encode("0x1fff991f", [{ recipient: user, buyToken: dai, minAmountOut: 90n }, [], bytes32]);
  const run = (data: Hex) => explain("0x2213bc0b", [other, usdc, 100n, other, data]);
  expect(run(settle)).toEqual([called("swap", [[usdc, 100n]], [[dai, 90n]])]);
  expect(run("0x1fff991f12")).toEqual([called("swap", [[usdc, 100n]])]);
  expect(
    explain("0x1fff991f", [{ recipient: user, buyToken: dai, minAmountOut: 90n }, [], bytes32], { rawValue: 5n }),
  ).toEqual([called("swap", [[coin, 5n]], [[dai, 90n]])]);
});

test("an order at CoW is paid now, and settled later", () => {
  const order = {
    buyToken: dai,
    receiver: user,
    sellAmount: 99n,
    buyAmount: 90n,
    appData: bytes32,
    feeAmount: 1n,
    validTo: 1,
    partiallyFillable: false,
    quoteId: 1n,
  };
  expect(explain("0x322bba21", [order], { rawValue: 100n })).toEqual([called("order_placed", [[coin, 100n]])]);
  expect(explain("0xec6cb13f", ["0x12", true])).toEqual([called("")]);
  expect(explain("0x15337bc0", ["0x12"])).toEqual([called("")]);
});
