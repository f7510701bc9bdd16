import { getChain, NATIVE_TOKEN, topics, ZERO_ADDRESS } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import type { RpcLog } from "viem";
import { expect, test } from "vitest";
import { decodeLog } from "./decodeLogs.ts";
import type { LogChanges } from "./decodeLogs.ts";
import { createPairSet } from "./pairSet.ts";

const ALICE: Address = `0x${"a1".repeat(20)}`;
const BOB: Address = `0x${"b0".repeat(20)}`;
const TOKEN: Address = `0x${"70".repeat(20)}`;
const WETH = getChain("eth").wrappedToken!;

const asTopic = (address: Address): Hex => `0x${address.slice(2).padStart(64, "0")}`;
const asData = (value: bigint): Hex => `0x${value.toString(16).padStart(64, "0")}`;

function decode(slug: string, log: { address: Address; topics: [Hex, ...Hex[]]; data: Hex }) {
  const changes: LogChanges = { legs: [], pairs: createPairSet(), rebased: new Set() };
  const place = { blockNumber: "0x10", logIndex: "0x2", transactionHash: asData(9n), transactionIndex: "0x0" } as const;
  const whole: RpcLog = { ...log, ...place, blockHash: asData(1n), removed: false };
  decodeLog(getChain(slug), whole, 1_700_000_000, changes);
  return { legs: changes.legs, pairs: changes.pairs.list(), rebased: [...changes.rebased] };
}

test("a transfer is one leg for each side", () => {
  const { legs, pairs } = decode("eth", {
    address: TOKEN,
    topics: [topics.transfer, asTopic(ALICE), asTopic(BOB)],
    data: asData(5n),
  });
  const shared = {
    token: TOKEN,
    rawAmount: 5n,
    blockNumber: 16n,
    logIndex: 2,
    timeAt: 1_700_000_000,
    txHash: asData(9n),
  };
  expect(legs).toEqual([
    { ...shared, owner: ALICE, counterparty: BOB, isInbound: false },
    { ...shared, owner: BOB, counterparty: ALICE, isInbound: true },
  ]);
  expect(pairs).toEqual([
    { owner: ALICE, token: TOKEN },
    { owner: BOB, token: TOKEN },
  ]);
});

test("a transfer to oneself is two legs and one balance", () => {
  const { legs, pairs } = decode("eth", {
    address: TOKEN,
    topics: [topics.transfer, asTopic(ALICE), asTopic(ALICE)],
    data: asData(5n),
  });
  expect(legs.map(({ isInbound }) => isInbound)).toEqual([false, true]);
  expect(pairs).toHaveLength(1);
});

test("a mint has no sender, and a burn's receiver is read but has no legs", () => {
  const mint = decode("eth", {
    address: TOKEN,
    topics: [topics.transfer, asTopic(ZERO_ADDRESS), asTopic(BOB)],
    data: asData(1n),
  });
  expect(mint.legs).toMatchObject([{ owner: BOB, counterparty: ZERO_ADDRESS, isInbound: true }]);
  expect(mint.pairs).toEqual([{ owner: BOB, token: TOKEN }]);
  const burn = decode("eth", {
    address: TOKEN,
    topics: [topics.transfer, asTopic(BOB), asTopic(ZERO_ADDRESS)],
    data: asData(1n),
  });
  expect(burn.legs).toMatchObject([{ owner: BOB, isInbound: false }]);
  expect(burn.pairs).toContainEqual({ owner: ZERO_ADDRESS, token: TOKEN });
});

test("wraps and unwraps of the wrapped native token are transfers, of any other contract they are not", () => {
  const wrap = { topics: [topics.wrappedDeposit, asTopic(ALICE)] as [Hex, Hex], data: asData(3n) };
  const unwrap = { topics: [topics.wrappedWithdrawal, asTopic(ALICE)] as [Hex, Hex], data: asData(3n) };
  expect(decode("eth", { address: WETH, ...wrap }).legs).toMatchObject([
    { owner: ALICE, isInbound: true, rawAmount: 3n },
  ]);
  expect(decode("eth", { address: WETH, ...unwrap }).legs).toMatchObject([{ owner: ALICE, isInbound: false }]);
  expect(decode("eth", { address: WETH, ...wrap }).pairs).toContainEqual({ owner: ALICE, token: NATIVE_TOKEN });
  expect(decode("eth", { address: TOKEN, ...wrap }).legs).toEqual([]);
});

test("an ERC-20 view of the native coin moves the native coin and is no token", () => {
  const { legs, pairs } = decode("celo", {
    address: getChain("celo").nativeErc20!,
    topics: [topics.transfer, asTopic(ALICE), asTopic(BOB)],
    data: asData(5n),
  });
  expect(legs).toEqual([]);
  expect(pairs.map(({ token }) => token)).toEqual([NATIVE_TOKEN, NATIVE_TOKEN]);
});

test.each<[string, [Hex, ...Hex[]], Hex]>([
  ["an ERC-721 transfer", [topics.transfer, asTopic(ALICE), asTopic(BOB), asData(1n)], "0x"],
  ["a transfer without indexed fields", [topics.transfer], `0x${"0".repeat(192)}`],
  ["a transfer without an amount", [topics.transfer, asTopic(ALICE), asTopic(BOB)], "0x"],
  ["a transfer between things that are no addresses", [topics.transfer, asData(2n ** 255n), asTopic(BOB)], asData(1n)],
])("%s is no ERC-20 transfer", (_, logTopics, data) => {
  expect(decode("eth", { address: TOKEN, topics: logTopics, data })).toEqual({ legs: [], pairs: [], rebased: [] });
});

test("a rebase concerns every holder of its token", () => {
  const { rebased, legs } = decode("eth", {
    address: TOKEN,
    topics: [topics.logRebase, asData(7n)],
    data: asData(100n),
  });
  expect(rebased).toEqual([TOKEN]);
  expect(legs).toEqual([]);
});

test("capitals of EIP-55 do not make another token", () => {
  const { pairs } = decode("eth", {
    address: `0x${TOKEN.slice(2).toUpperCase()}`,
    topics: [topics.transfer, asTopic(ALICE), `0x${asTopic(BOB).slice(2).toUpperCase()}`],
    data: asData(5n),
  });
  expect(pairs).toEqual([
    { owner: ALICE, token: TOKEN },
    { owner: BOB, token: TOKEN },
  ]);
});
