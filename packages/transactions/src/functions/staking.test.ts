import { NATIVE_TOKEN as coin, ZERO_ADDRESS } from "@portico/evm";
import { expect, test } from "vitest";
import { called, dai, explain, other, target, usdc, user } from "../testing/explain.ts";

const bytes32 = `0x${"ab".repeat(32)}` as const;
const root = `0x${"00".repeat(32)}` as const;
const steth = "0xae7ab96520de3a18e5e111b5eaab095312d7fe84";
const wsteth = "0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0";
const queue = "0x889edc2edab5f40e902b864ad4d7ade8e412f9b1";
const key = { rewardToken: dai, pool: other, startTime: 1n, endTime: 2n, refundee: user };

test.each([
  ["0xa694fc3a", "stake", [5n]],
  ["0xecd9ba82", "stake", [5n, 1n, 27, bytes32, bytes32]],
  ["0x3d18b912", "claim", []],
  ["0xe9fad8ee", "unstake", []],
  ["0xe2bbb158", "stake", [1n, 5n]],
  ["0xe2bbb158", "claim", [1n, 0n]],
  ["0x441a3e70", "unstake", [1n, 5n]],
  ["0x441a3e70", "claim", [1n, 0n]],
  ["0x8dbdbe6d", "stake", [1n, 5n, user]],
  ["0x0ad58d2f", "unstake", [1n, 5n, user]],
  ["0xd1abb907", "unstake", [1n, 5n, user]],
  ["0x18fccc76", "claim", [1n, user]],
  ["0x5312ea8e", "unstake", [1n]],
  ["0x2f940c70", "unstake", [1n, user]],
  ["0x41441d3b", "stake", [5n]],
  ["0x1058d281", "claim", [0n]],
  ["0x00f714ce", "unstake", [7n, user]],
  ["0x0d55f913", "claim", [{ tokenId: 7n, recipient: user, amount0Max: 1n, amount1Max: 1n }, user]],
  ["0xf2d2909b", "stake", [key, 7n]],
  ["0xf549ab42", "unstake", [key, 7n]],
  ["0x3c423f0b", "unstake", [7n, user, "0x"]],
  ["0x26bfee04", "", [7n, other]],
  ["0xb5ada6e4", "", [key]],
  ["0xa3d7da1d", "mint", [bytes32, 5n]],
  ["0xb10c5c17", "burn", [bytes32, 5n]],
  ["0xdbeccb23", "claim", [bytes32, [5n]]],
  ["0xc64748c4", "swap", [bytes32, 1n, 5n]],
  ["0xd96ee754", "", [other, bytes32, 2n]],
  ["0xc49298ac", "", [bytes32, [1n]]],
  ["0xf14fcbc8", "", [bytes32]],
  ["0xc47f0027", "", ["a.eth"]],
  ["0xd5fa2b00", "", [bytes32, user]],
  ["0x8b95dd71", "", [bytes32, 60n, "0x"]],
  ["0x10f13a8c", "", [bytes32, "url", "x"]],
  ["0x304e6ade", "", [bytes32, "0x"]],
  ["0x5b0fc9c3", "", [bytes32, user]],
  ["0x1896f70a", "", [bytes32, user]],
  ["0x06ab5923", "", [bytes32, bytes32, user]],
  ["0x5ef2c7f0", "", [bytes32, bytes32, user, user, 0n]],
  ["0xcf408823", "", [bytes32, user, user, 0n]],
  ["0x28ed4f6c", "", [1n, user]],
  ["0x56781388", "", [1n, 1]],
  ["0x7b3c71d3", "", [1n, 1, "why"]],
  ["0x5f398a14", "", [1n, 1, "why", "0x"]],
  ["0x3bccf4fd", "", [1n, 1, 27, bytes32, bytes32]],
  ["0x7d5e81e2", "", [[other], [0n], ["0x"], "why"]],
  ["0xda95691a", "", [[other], [0n], ["f()"], ["0x"], "why"]],
  ["0xddf0b009", "", [1n]],
  ["0x160cbed7", "", [[other], [0n], ["0x"], bytes32]],
  ["0xfe0d94c1", "", [1n]],
  ["0x2656227d", "", [[other], [0n], ["0x"], bytes32]],
  ["0x40e58ee5", "", [1n]],
  ["0x452115d6", "", [[other], [0n], ["0x"], bytes32]],
  ["0x5c19a95c", "", [other]],
  ["0xc3cda520", "", [other, 0n, 1n, 27, bytes32, bytes32]],
] as const)("%s is '%s', of assets that its calldata doesn't name", (selector, category, args) => {
  expect(explain(selector, args)).toEqual([called(category)]);
});

test("incentives are paid in, and claimed up to an amount", () => {
  expect(explain("0x5cc5e3d9", [key, 9n])).toEqual([called("", [[dai, 9n]])]);
  expect(explain("0x2f2d783d", [dai, user, 0n])).toEqual([called("claim", [], [[dai, 0n]])]);
  expect(explain("0x2f2d783d", [dai, other, 5n])).toEqual([called("claim")]);
});

test("Lido pays its token for native coin, less rounding; contracts with the same functions are not mistaken for it", () => {
  const at = (to: typeof target) => ({ to, rawValue: 100n });
  expect(explain("0xa1903eab", [other], at(steth))).toEqual([
    { ...called("stake", [[coin, 100n]], [[steth, 98n]]), to: steth },
  ]);
  expect(explain("0xa1903eab", [other], at(target))).toEqual([called("stake", [[coin, 100n]])]);
  expect(explain("0xea598cb0", [5n], { to: wsteth })).toEqual([{ ...called("wrap", [[steth, 5n]]), to: wsteth }]);
  expect(explain("0xde0e9a3e", [5n], { to: wsteth })).toEqual([{ ...called("unwrap", [[wsteth, 5n]]), to: wsteth }]);
  expect(explain("0xde0e9a3e", [5n])).toEqual([called("unwrap")]);
});

test("a withdrawal from Lido is an NFT first, then native coin", () => {
  const nft = { contract: queue, tokenId: undefined, rawAmount: 1n, isErc1155: false };
  const minted = { type: "send_nft", from: ZERO_ADDRESS, to: user, nft };
  const permit = { value: 5n, deadline: 1n, v: 27, r: bytes32, s: bytes32 };
  const unstaked = (token: typeof target) => ({ ...called("unstake", [[token, 5n]]), to: queue });
  for (const [selector, token, args] of [
    ["0xd6681042", steth, [[2n, 3n], ZERO_ADDRESS]],
    ["0x19aa6257", wsteth, [[2n, 3n], user]],
    ["0xacf41e4d", steth, [[2n, 3n], user, permit]],
    ["0x7951b76f", wsteth, [[2n, 3n], user, permit]],
  ] as const) {
    expect(explain(selector, args, { to: queue })).toEqual([unstaked(token), minted, minted]);
  }
  const claimed = { ...called("claim", [], [[coin, 0n]]), to: queue };
  expect(explain("0xf8444436", [1n], { to: queue })).toEqual([claimed]);
  expect(explain("0xe3afe0a3", [[1n], [1n]], { to: queue })).toEqual([claimed]);
  expect(explain("0x5e7eead9", [[1n], [1n], other], { to: queue })).toEqual([{ ...called("claim"), to: queue }]);
  expect(explain("0xd6681042", [[2n], user])).toEqual([called("unstake")]);
});

test("outcome tokens are split from collateral, only at the root", () => {
  expect(explain("0x72ce4275", [usdc, root, bytes32, [1n, 2n], 5n])).toEqual([called("mint", [[usdc, 5n]])]);
  expect(explain("0x72ce4275", [usdc, bytes32, bytes32, [1n, 2n], 5n])).toEqual([called("mint")]);
  expect(explain("0x9e7212ad", [usdc, root, bytes32, [1n, 2n], 5n])).toEqual([called("burn", [], [[usdc, 0n]])]);
  expect(explain("0x01b7037c", [usdc, root, bytes32, [1n]])).toEqual([called("claim", [], [[usdc, 0n]])]);
});

test.each([
  ["0x85f6d155", "mint", ["name", user, 1n, bytes32]],
  ["0xf7a16963", "mint", ["name", user, 1n, bytes32, other, user]],
  ["0x74694a2b", "mint", ["name", user, 1n, bytes32, other, [], false, 0]],
  ["0xacf1a841", "", ["name", 1n]],
  ["0x18026ad1", "", ["name", 1n, bytes32]],
] as const)("%s pays for a name with its value", (selector, category, args) => {
  expect(explain(selector, args, { rawValue: 5n })).toEqual([called(category, [[coin, 5n]])]);
});
