import { type Hex, NATIVE_TOKEN as coin, ZERO_ADDRESS } from "@portico/evm";
import { concatHex, maxUint256 } from "viem";
import { expect, test } from "vitest";
import { called, dai, encode, explain, other, target, usdc, user, weth } from "../testing/explain.ts";

const deadline = 1_900_000_000n;
const sender = "0x0000000000000000000000000000000000000001";
const router = "0x0000000000000000000000000000000000000002";
const sqrtPriceLimitX96 = 0n;
const path: Hex = concatHex([usdc, "0x000bb8", weth, "0x0001f4", dai]);
const bytes32 = `0x${"ab".repeat(32)}`;

test.each(["0x414bf389", "0x04e45aaf"] as const)(
  "%s (exactInputSingle) sends exactly and receives at least",
  (selector) => {
    const params = { fee: 3000, deadline, amountIn: 100n, amountOutMinimum: 90n, sqrtPriceLimitX96 };
    const swap = { ...params, tokenIn: usdc, tokenOut: dai, recipient: user };
    expect(explain(selector, [swap])).toEqual([called("swap", [[usdc, 100n]], [[dai, 90n]])]);
    const toSender = selector === "0x04e45aaf" ? [[dai, 90n] as const] : []; // the first router takes it literally
    expect(explain(selector, [{ ...swap, recipient: sender }])).toEqual([called("swap", [[usdc, 100n]], toSender)]);
    for (const recipient of [router, other, ZERO_ADDRESS]) {
      expect(explain(selector, [{ ...swap, recipient }])).toEqual([called("swap", [[usdc, 100n]])]);
    }
    const paid = [
      [coin, 7n],
      [usdc, 100n],
    ] as const;
    expect(explain(selector, [swap], { rawValue: 7n })).toEqual([called("swap", paid, [[dai, 90n]])]);
    const wrapped = { ...swap, tokenIn: weth };
    expect(explain(selector, [wrapped], { rawValue: 107n })).toEqual([called("swap", [[coin, 107n]], [[dai, 90n]])]);
    expect(explain(selector, [wrapped], { rawValue: 100n })).toEqual([called("swap", [[coin, 100n]], [[dai, 90n]])]);
    expect(explain(selector, [wrapped])).toEqual([called("swap", [[weth, 100n]], [[dai, 90n]])]);
    const either = [
      [coin, 99n],
      [weth, 100n],
    ] as const;
    expect(explain(selector, [wrapped], { rawValue: 99n })).toEqual([called("swap", either, [[dai, 90n]])]);
  },
);

test.each(["0xdb3e2198", "0x5023b4df"] as const)("%s (exactOutputSingle) sends at most", (selector) => {
  const params = { fee: 3000, deadline, amountOut: 90n, amountInMaximum: 100n, sqrtPriceLimitX96 };
  expect(explain(selector, [{ ...params, tokenIn: usdc, tokenOut: dai, recipient: user }])).toEqual([
    called("swap", [[usdc, 100n]], [[dai, 90n]]),
  ]);
});

test.each([
  ["0xc04b8d59", "0xf28c0498"],
  ["0xb858183f", "0x09b81346"],
] as const)("paths are read from either end: %s, %s", (exactInput, exactOutput) => {
  const params = { recipient: user, deadline };
  expect(explain(exactInput, [{ ...params, path, amountIn: 100n, amountOutMinimum: 90n }])).toEqual([
    called("swap", [[usdc, 100n]], [[dai, 90n]]),
  ]);
  expect(explain(exactOutput, [{ ...params, path, amountOut: 90n, amountInMaximum: 100n }])).toEqual([
    called("swap", [[dai, 100n]], [[usdc, 90n]]),
  ]);
  expect(explain(exactInput, [{ ...params, path: "0x1234", amountIn: 1n, amountOutMinimum: 2n }])).toEqual([
    called("swap"),
  ]);
});

test("SwapRouter02 and PancakeSwap's router swap on V2 and stable pools", () => {
  expect(explain("0x472b43f3", [100n, 90n, [usdc, dai], sender])).toEqual([
    called("swap", [[usdc, 100n]], [[dai, 90n]]),
  ]);
  // An input of 0 is the router's own balance.
  expect(explain("0x472b43f3", [0n, 90n, [usdc, dai], user])).toEqual([called("swap", [], [[dai, 90n]])]);
  expect(explain("0x42712a67", [90n, 100n, [usdc, dai], user])).toEqual([called("swap", [[usdc, 100n]], [[dai, 90n]])]);
  expect(explain("0xb4554231", [[usdc, dai], [2n], 100n, 90n, user])).toEqual([
    called("swap", [[usdc, 100n]], [[dai, 90n]]),
  ]);
  expect(explain("0xb4c4e555", [[usdc, dai], [2n], 90n, 100n, user])).toEqual([
    called("swap", [[usdc, 100n]], [[dai, 90n]]),
  ]);
});

test("in a multicall native coin is paid by the value, and unwrapped at the end", () => {
  const params = { fee: 3000, amountIn: 100n, amountOutMinimum: 90n, sqrtPriceLimitX96 };
  const buy = encode("0x04e45aaf", [{ ...params, tokenIn: weth, tokenOut: usdc, recipient: user }]);
  expect(explain("0x5ae401dc", [deadline, [buy, encode("0x12210e8a", [])]], { rawValue: 100n })).toEqual([
    called("swap", [[coin, 100n]], [[usdc, 90n]]),
    called(""),
  ]);
  const sell = encode("0x04e45aaf", [{ ...params, tokenIn: usdc, tokenOut: weth, recipient: router }]);
  expect(explain("0xac9650d8", [[sell, encode("0x49404b7c", [90n, user])]])).toEqual([
    called("swap", [[usdc, 100n]]),
    called("unwrap", [], [[coin, 90n]]),
  ]);
});

test("payments bring at least their minimum, less a fee", () => {
  expect(explain("0x49616997", [90n])).toEqual([called("unwrap", [], [[coin, 90n]])]);
  expect(explain("0x49404b7c", [90n, other])).toEqual([called("unwrap")]);
  expect(explain("0x9b2c0a37", [90n, user, 100n, other])).toEqual([called("unwrap", [], [[coin, 90n]])]);
  expect(explain("0x9b2c0a37", [1000n, user, 100n, other])).toEqual([called("unwrap", [], [[coin, 990n]])]);
  expect(explain("0xd4ef38de", [1000n, 100n, other])).toEqual([called("unwrap", [], [[coin, 990n]])]);
  expect(explain("0xdf2ab5bb", [usdc, 90n, user])).toEqual([called("", [], [[usdc, 90n]])]);
  expect(explain("0xe90a182f", [usdc, 90n])).toEqual([called("", [], [[usdc, 90n]])]);
  expect(explain("0xe0e189a0", [usdc, 1000n, user, 50n, other])).toEqual([called("", [], [[usdc, 995n]])]);
  expect(explain("0x3068c554", [usdc, 1000n, 20_000n, other])).toEqual([called("", [], [[usdc, 0n]])]);
  expect(explain("0x1c58db4f", [90n], { rawValue: 90n })).toEqual([called("wrap", [[coin, 90n]])]);
  expect(explain("0xf2d5d56b", [usdc, 90n])).toEqual([called("", [[usdc, 90n]])]);
});

test.each([
  ["0xf3995c67", [usdc, 50n, deadline, 27, bytes32, bytes32], 50n],
  ["0xc2e3140a", [usdc, 50n, deadline, 27, bytes32, bytes32], 50n],
  ["0x4659a494", [usdc, 50n, deadline, 27, bytes32, bytes32], maxUint256],
  ["0xa4a78f0c", [usdc, 50n, deadline, 27, bytes32, bytes32], maxUint256],
] as const)("%s lets the router spend", (selector, args, rawAmount) => {
  expect(explain(selector, args)).toEqual([
    { type: "approve_token", owner: user, spender: target, amount: { token: usdc, rawAmount } },
  ]);
});

test("a new position is an NFT without an id yet", () => {
  const limits = { amount0Desired: 10n, amount1Desired: 20n, amount0Min: 9n, amount1Min: 19n, deadline };
  const params = { token0: usdc, token1: weth, fee: 500, tickLower: -10, tickUpper: 10, recipient: user, ...limits };
  const nft = { contract: target, tokenId: undefined, rawAmount: 1n, isErc1155: false };
  const minted = { type: "send_nft", from: ZERO_ADDRESS, to: user, nft };
  expect(explain("0x88316456", [params], { rawValue: 20n })).toEqual([
    called("add_liquidity", [
      [usdc, 10n],
      [coin, 20n],
    ]),
    minted,
  ]);
  expect(explain("0x219f5d17", [{ tokenId: 7n, ...limits }], { rawValue: 20n })).toEqual([
    called("add_liquidity", [[coin, 20n]]),
  ]);
});

test("liquidity is removed, then collected, and the position burnt", () => {
  const decrease = { tokenId: 7n, liquidity: 5n, amount0Min: 1n, amount1Min: 2n, deadline };
  const collect = { tokenId: 7n, recipient: user, amount0Max: 2n ** 128n - 1n, amount1Max: 2n ** 128n - 1n };
  const all = [encode("0x0c49ccbe", [decrease]), encode("0xfc6f7865", [collect]), encode("0x42966c68", [7n])];
  expect(explain("0xac9650d8", [all], { standard: "erc721" })).toEqual([
    called("remove_liquidity"),
    called("claim"),
    called("burn"),
    {
      type: "send_nft",
      from: user,
      to: ZERO_ADDRESS,
      nft: { contract: target, tokenId: 7n, rawAmount: 1n, isErc1155: false },
    },
  ]);
  expect(explain("0x42966c68", [7n], { standard: "erc20" })).toEqual([called("burn", [[target, 7n]])]);
});

test("a signed approval names its position", () => {
  expect(explain("0x7ac2ff7b", [other, 7n, deadline, 27, bytes32, bytes32])).toEqual([
    {
      type: "approve_nft",
      owner: user,
      spender: other,
      nft: { contract: target, tokenId: 7n, rawAmount: 1n, isErc1155: false },
      isApproved: true,
    },
  ]);
});

test("calls of pools are named", () => {
  expect(explain("0x128acb08", [user, true, 5n, 7n, "0x"])).toEqual([called("swap")]);
  expect(explain("0x13ead562", [usdc, weth, 500, 7n])).toEqual([called("")]);
});
