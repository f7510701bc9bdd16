import { NATIVE_TOKEN as coin } from "@portico/evm";
import { maxUint256 as max } from "viem";
import { expect, test } from "vitest";
import { called, dai, explain, other, target, usdc, user } from "../testing/explain.ts";

const bytes32 = `0x${"ab".repeat(32)}`;
const permit = [1_900_000_000n, 27, bytes32, bytes32];

test.each([
  ["0x617ba037", "supply", [usdc, 100n, user, 0]],
  ["0xe8eda9df", "supply", [usdc, 100n, other, 0]],
  ["0x573ade81", "repay", [usdc, 100n, 2n, user]],
] as const)("%s (%s) sends the asset", (selector, category, args) => {
  expect(explain(selector, args)).toEqual([called(category, [[usdc, 100n]])]);
});

test.each([
  ["0x02c205f0", "supply", [usdc, max, user, 0, ...permit]],
  ["0xee3e210b", "repay", [usdc, max, 2n, user, ...permit]],
] as const)("%s (%s) sends the asset by an allowance that may outlast it", (selector, category, args) => {
  expect(explain(selector, args)).toEqual([
    called(category, [[usdc, max]]),
    { type: "approve_token", owner: user, spender: target, amount: { token: usdc, rawAmount: max } },
  ]);
});

test("withdrawals and loans reach their recipient", () => {
  expect(explain("0x69328dec", [usdc, 100n, user])).toEqual([called("withdraw", [], [[usdc, 100n]])]);
  expect(explain("0x69328dec", [usdc, max, user])).toEqual([called("withdraw", [], [[usdc, 0n]])]);
  expect(explain("0x69328dec", [usdc, 100n, other])).toEqual([called("withdraw")]);
  expect(explain("0xa415bcad", [usdc, 100n, 2n, 0, other])).toEqual([called("borrow", [], [[usdc, 100n]])]);
});

test("a liquidation repays a maximum and brings collateral", () => {
  expect(explain("0x00a718a9", [dai, usdc, other, 100n, false])).toEqual([
    called("repay", [[usdc, 100n]], [[dai, 0n]]),
  ]);
  expect(explain("0x00a718a9", [dai, usdc, other, 100n, true])).toEqual([called("repay", [[usdc, 100n]])]);
});

test.each([
  ["0x2dad97d4", "repay", [usdc, 100n, 2n]],
  ["0x5a3b74b9", "", [usdc, true]],
  ["0x94ba89a2", "", [usdc, 1n]],
  ["0xcd112382", "", [usdc, user]],
  ["0x28530a47", "", [1]],
  ["0xab9c4b5d", "", [target, [usdc], [1n], [0n], user, "0x", 0]],
  ["0x42b0b77c", "", [target, usdc, 1n, "0x", 0]],
  ["0xf7a73840", "supply", [bytes32]],
  ["0x680dd47c", "supply", [bytes32, bytes32, bytes32]],
  ["0x8e19899e", "withdraw", [bytes32]],
  ["0xd5eed868", "borrow", [bytes32]],
  ["0x563dd613", "repay", [bytes32]],
  ["0x94b576de", "repay", [bytes32, bytes32, bytes32]],
  ["0xdc7c0bff", "repay", [bytes32]],
  ["0x4d013f03", "", [bytes32]],
  ["0x1fe3c6f3", "", [bytes32]],
  ["0x427da177", "", [bytes32]],
  ["0xfd21ecff", "repay", [bytes32, bytes32]],
  ["0x3111e7b3", "claim", [[dai], 5n, user]],
  ["0x6d34b96e", "claim", [[dai], 5n, user, user]],
  ["0x41485304", "claim", [[dai], 5n]],
  ["0xbb492bf5", "claim", [[dai], user]],
  ["0x9ff55db9", "claim", [[dai], user, user]],
  ["0xbf90f63a", "claim", [[dai]]],
  ["0xadc9772e", "stake", [user, 5n]],
  ["0x787a08a6", "", []],
  ["0x1e9a6950", "unstake", [user, 5n]],
  ["0x9a99b4f0", "claim", [user, 5n]],
  ["0x955e18af", "stake", [user, 5n]],
  ["0xeab52318", "unstake", [user, 5n, 5n]],
] as const)("%s is '%s', of assets that its calldata doesn't name", (selector, category, args) => {
  expect(explain(selector, args)).toEqual([called(category)]);
});

test.each(["0x236300dc", "0x57b89883"] as const)("%s claims one reward, up to an amount", (selector) => {
  const args = selector === "0x236300dc" ? [[usdc], 5n, user, dai] : [[usdc], 5n, dai];
  expect(explain(selector, args)).toEqual([called("claim", [], [[dai, 0n]])]);
});

test("rewards claimed for another account go to the named recipient", () => {
  expect(explain("0x33028b99", [[usdc], 5n, other, user, dai])).toEqual([called("claim", [], [[dai, 0n]])]);
  expect(explain("0x236300dc", [[usdc], 5n, other, dai])).toEqual([called("claim")]);
});

test("the gateway takes and pays native coin", () => {
  const value = { rawValue: 100n };
  expect(explain("0x474cf53d", [target, user, 0], value)).toEqual([called("supply", [[coin, 100n]])]);
  expect(explain("0x80500d20", [target, max, user])).toEqual([called("withdraw", [], [[coin, 0n]])]);
  expect(explain("0xd4c40b6c", [target, 100n, user, ...permit])).toEqual([called("withdraw", [], [[coin, 100n]])]);
  expect(explain("0x80500d20", [target, 100n, other])).toEqual([called("withdraw")]);
  expect(explain("0x66514c97", [target, 100n, 2n, 0])).toEqual([called("borrow", [], [[coin, 100n]])]);
  expect(explain("0xe74f7b85", [target, 100n, 0])).toEqual([called("borrow", [], [[coin, 100n]])]);
  expect(explain("0x02c5fcf8", [target, 100n, 2n, user], value)).toEqual([called("repay", [[coin, 100n]])]);
  expect(explain("0xbcc3c255", [target, 100n, user], value)).toEqual([called("repay", [[coin, 100n]])]);
});

test("a credit delegation is an allowance of the debt token", () => {
  expect(explain("0xc04a8a10", [other, 100n])).toEqual([
    { type: "approve_token", owner: user, spender: other, amount: { token: target, rawAmount: 100n } },
  ]);
});
