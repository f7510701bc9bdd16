import { getChain, NATIVE_TOKEN, topics, ZERO_ADDRESS } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { LegKind } from "@portico/store";
import type { RpcLog } from "viem";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createChanges } from "../chain/changes.ts";
import type { SourceBlock } from "../source/sourceBlock.ts";
import { packLogs } from "../testing/blockLogs.ts";
import { decodeLogs, WATCHED_TOPICS } from "./decodeLogs.ts";

const ALICE: Address = `0x${"a1".repeat(20)}`;
const BOB: Address = `0x${"b0".repeat(20)}`;
const TOKEN: Address = `0x${"70".repeat(20)}`;
const WETH = getChain("eth").wrappedToken!;

const asTopic = (address: Address): Hex => `0x${address.slice(2).padStart(64, "0")}`;
const word = (value: bigint): string => value.toString(16).padStart(64, "0");
const batch = (ids: bigint[], values: bigint[]): Hex => {
  const lists = [ids, values].map((list) => [BigInt(list.length), ...list].map(word).join(""));
  return `0x${word(64n)}${word(64n + BigInt(ids.length + 1) * 32n)}${lists.join("")}`;
};
const asData = (value: bigint): Hex => `0x${value.toString(16).padStart(64, "0")}`;

function decode(slug: string, log: { address: Address; topics: [Hex, ...Hex[]]; data: Hex }) {
  const location = {
    blockNumber: "0x10",
    logIndex: "0x2",
    transactionHash: asData(9n),
    transactionIndex: "0x3",
  } as const;
  const whole: RpcLog = { ...log, ...location, blockHash: asData(1n), removed: false };
  const changes = createChanges();
  decodeLogs(getChain(slug), { ...block, logs: packLogs([whole]) }, changes);
  return {
    legs: changes.legs,
    pairs: changes.pairs.list(),
    moved: [...changes.moved],
    nfts: [...changes.nfts.values()],
  };
}

const block: SourceBlock = {
  blockNumber: 16n,
  hash: asData(1n),
  parentHash: asData(0n),
  timeAt: 1_700_000_000,
  miner: undefined,
  withdrawals: [],
  rewards: [],
  transactions: [],
  logs: packLogs([]),
  internalTransfers: [],
  creations: [],
};

test("a transfer is one leg per side", () => {
  const { legs, pairs } = decode("eth", {
    address: TOKEN,
    topics: [topics.transfer, asTopic(ALICE), asTopic(BOB)],
    data: asData(5n),
  });
  const shared = {
    token: TOKEN,
    rawAmount: 5n,
    blockNumber: 16n,
    txIndex: 3,
    kind: LegKind.token,
    index: 2,
    subIndex: 0,
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

test("wraps and unwraps of the wrapped native token are transfers; those of any other contract are not", () => {
  const wrap = { topics: [topics.wrappedDeposit, asTopic(ALICE)] as [Hex, Hex], data: asData(3n) };
  const unwrap = { topics: [topics.wrappedWithdrawal, asTopic(ALICE)] as [Hex, Hex], data: asData(3n) };
  expect(decode("eth", { address: WETH, ...wrap }).legs).toMatchObject([
    { owner: ALICE, isInbound: true, rawAmount: 3n },
  ]);
  expect(decode("eth", { address: WETH, ...unwrap }).legs).toMatchObject([{ owner: ALICE, isInbound: false }]);
  expect(decode("eth", { address: WETH, ...wrap }).pairs).toContainEqual({ owner: ALICE, token: NATIVE_TOKEN });
  expect(decode("eth", { address: TOKEN, ...wrap }).legs).toEqual([]);
});

test("a wrap or an unwrap that also emits a Transfer is one movement", () => {
  const [scroll, transactionHash] = [getChain("scrl"), asData(9n)];
  const address = scroll.wrappedToken!;
  const changes = createChanges();
  const location = { address, blockNumber: "0x10", blockHash: asData(1n), transactionHash, removed: false } as const;
  const toLog = (logTopics: [Hex, ...Hex[]], amount: bigint, logIndex: Hex, transactionIndex: Hex): RpcLog => ({
    ...location,
    topics: logTopics,
    data: asData(amount),
    logIndex,
    transactionIndex,
  });
  const [nobody, alice, bob] = [ZERO_ADDRESS, ALICE, BOB].map(asTopic) as [Hex, Hex, Hex];
  const picks = [
    toLog([topics.transfer, nobody, alice], 3n, "0x0", "0x0"),
    toLog([topics.wrappedDeposit, alice], 3n, "0x1", "0x0"),
    toLog([topics.transfer, alice, nobody], 2n, "0x2", "0x0"),
    toLog([topics.transfer, alice, bob], 1n, "0x3", "0x0"),
    toLog([topics.wrappedWithdrawal, alice], 2n, "0x4", "0x0"),
    toLog([topics.wrappedDeposit, alice], 3n, "0x5", "0x1"), // of another transaction
    toLog([topics.wrappedWithdrawal, bob], 3n, "0x6", "0x1"),
  ];
  decodeLogs(scroll, { ...block, logs: packLogs(picks) }, changes);
  const own = changes.legs.filter(({ counterparty }) => counterparty === ZERO_ADDRESS);
  expect(own.map(({ owner, index, isInbound }) => [owner, index, isInbound])).toEqual([
    [ALICE, 0, true],
    [ALICE, 2, false],
    [ALICE, 5, true],
    [BOB, 6, false],
  ]);
  expect(changes.pairs.list()).toContainEqual({ owner: ALICE, token: NATIVE_TOKEN });
});

test("an ERC-20 view of the native coin moves the native coin and is not a token", () => {
  const { legs, pairs } = decode("celo", {
    address: getChain("celo").nativeErc20!,
    topics: [topics.transfer, asTopic(ALICE), asTopic(BOB)],
    data: asData(5n),
  });
  expect(legs).toEqual([]);
  expect(pairs.map(({ token }) => token)).toEqual([NATIVE_TOKEN, NATIVE_TOKEN]);
});

test.each<[string, [Hex, ...Hex[]], Hex]>([
  ["a transfer without indexed fields", [topics.transfer], `0x${"0".repeat(192)}`],
  ["a transfer without an amount", [topics.transfer, asTopic(ALICE), asTopic(BOB)], "0x"],
  ["a transfer between things that are no addresses", [topics.transfer, asData(2n ** 255n), asTopic(BOB)], asData(1n)],
  [
    "a TransferSingle without an amount",
    [topics.transferSingle, asTopic(BOB), asTopic(ALICE), asTopic(BOB)],
    asData(1n),
  ],
  [
    "a batch whose lists lie",
    [topics.transferBatch, asTopic(BOB), asTopic(ALICE), asTopic(BOB)],
    batch([1n], [1n, 2n]),
  ],
  ["a batch of no data", [topics.transferBatch, asTopic(BOB), asTopic(ALICE), asTopic(BOB)], "0x"],
  [
    "a batch of 2^255 entries",
    [topics.transferBatch, asTopic(BOB), asTopic(ALICE), asTopic(BOB)],
    `0x${word(64n)}${word(64n)}${word(2n ** 255n)}`,
  ],
])("%s is not a transfer", (_, logTopics, data) => {
  const nothing = { legs: [], pairs: [], moved: [], nfts: [] };
  expect(decode("eth", { address: TOKEN, topics: logTopics, data })).toEqual(nothing);
});

test("an ERC-721 transfer is of one NFT, and not of a fungible token", () => {
  const logTopics: [Hex, ...Hex[]] = [topics.transfer, asTopic(ALICE), asTopic(BOB), asData(2n ** 256n - 1n)];
  const { legs, pairs, nfts } = decode("eth", { address: TOKEN, topics: logTopics, data: "0x" });
  const nft = { contract: TOKEN, tokenId: 2n ** 256n - 1n, isErc1155: false };
  expect(nfts).toEqual([
    { owner: ALICE, ...nft },
    { owner: BOB, ...nft },
  ]);
  const shared = { kind: LegKind.nft, token: TOKEN, tokenId: 2n ** 256n - 1n, rawAmount: 1n, subIndex: 0 };
  expect(legs).toMatchObject([
    { ...shared, owner: ALICE, counterparty: BOB, isInbound: false },
    { ...shared, owner: BOB, counterparty: ALICE, isInbound: true },
  ]);
  expect(pairs).toEqual([]);
});

test("an ERC-1155 transfer, single or batch, is of each id and amount", () => {
  const parties: [Hex, Hex, Hex] = [asTopic(TOKEN), asTopic(ZERO_ADDRESS), asTopic(BOB)];
  const single = decode("eth", {
    address: TOKEN,
    topics: [topics.transferSingle, ...parties],
    data: `0x${word(7n)}${word(9n)}`,
  });
  expect(single.nfts).toEqual([{ owner: BOB, contract: TOKEN, tokenId: 7n, isErc1155: true }]);
  expect(single.legs).toMatchObject([{ owner: BOB, isInbound: true, tokenId: 7n, rawAmount: 9n, subIndex: 0 }]);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.bigInt(0n, 2n ** 256n - 1n), fc.bigInt(0n, 2n ** 256n - 1n))), (entries) => {
      const [ids, values] = [entries.map(([id]) => id), entries.map(([, value]) => value)];
      const { legs } = decode("eth", {
        address: TOKEN,
        topics: [topics.transferBatch, ...parties],
        data: batch(ids, values),
      });
      expect(legs.map(({ tokenId, rawAmount, subIndex }) => [subIndex, tokenId, rawAmount])).toEqual(
        entries.map(([id, value], at) => [at, id, value]),
      );
    }),
  );
});

test("of a batch with more transfers than legs can number, the later ones make balances stale", () => {
  const parties: [Hex, Hex, Hex] = [asTopic(TOKEN), asTopic(ZERO_ADDRESS), asTopic(BOB)];
  const ids = Array.from({ length: 32_770 }, (_, id) => BigInt(id));
  const { legs, nfts } = decode("eth", {
    address: TOKEN,
    topics: [topics.transferBatch, ...parties],
    data: batch(ids, ids),
  });
  expect([legs.length, nfts.length]).toEqual([32_768, 32_770]);
});

test("data of any shape is read or skipped, and never throws", () => {
  const anyTopics = fc.array(fc.constantFrom(asTopic(ALICE), asTopic(BOB), asData(2n ** 255n), asData(3n)), {
    maxLength: 3,
  });
  const anyData = fc.array(fc.oneof(fc.bigInt(0n, 200n), fc.bigInt(0n, 2n ** 256n - 1n)), { maxLength: 12 });
  fc.assert(
    fc.property(fc.constantFrom(...WATCHED_TOPICS), anyTopics, anyData, fc.nat(31), (topic, rest, words, cut) => {
      const data: Hex = `0x${words
        .map(word)
        .join("")
        .slice(2 * cut)}`;
      const { legs } = decode("eth", { address: TOKEN, topics: [topic, ...rest], data });
      expect(legs.every(({ owner }) => owner.length === 42)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("a rebase affects every holder of its token", () => {
  const { moved, legs } = decode("eth", {
    address: TOKEN,
    topics: [topics.logRebase, asData(7n)],
    data: asData(100n),
  });
  expect(moved).toEqual([TOKEN]);
  expect(legs).toMatchObject([{ owner: TOKEN, token: TOKEN, kind: LegKind.moved, rawAmount: 0n }]);
});

test("EIP-55 capitals do not make a different token", () => {
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
