import { ByteTable, getChain, listQuietTokens, topics } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { LegKind, createLegRows } from "@portico/store";
import { expect, test } from "vitest";
import { numberToHex, pad } from "viem";
import type { RpcLog } from "viem";
import { createChanges } from "../chain/changes.ts";
import { packLogs } from "../testing/blockLogs.ts";
import { decodeBlock } from "./decodeBlock.ts";
import { listWatchedTopics } from "./decodeLogs.ts";
import { packTransfers } from "./packTransfers.ts";

const eth = getChain("eth");
const [ALICE, BOB, NOBODY]: Address[] = [`0x${"a1".repeat(20)}`, `0x${"b0".repeat(20)}`, `0x${"00".repeat(20)}`];
const hash = (byte: string): Hex => `0x${byte.repeat(32)}`;
const [[MKR], [VAULT]] = (["mint", "vault"] as const).map((logs) =>
  [...listQuietTokens("eth")].filter(([, its]) => its === logs).map(([token]) => token),
) as [[Address], [Address]];

interface Event {
  by: Address;
  topics: readonly Hex[];
  words: readonly bigint[];
  tx?: number;
}

/** The token legs of a block, as `owner amount`; packed transfers count by number. */
function decode(events: readonly Event[]): { legs: string[]; packed: number; pairs: string[] } {
  const logs = events.map(({ by, topics: [first, ...others], words, tx = 0 }, index): RpcLog => {
    return {
      address: by,
      topics: [first!, ...others.map((topic) => pad(topic))],
      data: `0x${words.map((word) => pad(numberToHex(word)).slice(2)).join("")}`,
      blockHash: hash("09"),
      blockNumber: "0x9",
      transactionHash: hash("01"),
      transactionIndex: numberToHex(tx),
      logIndex: numberToHex(index),
      removed: false,
    };
  });
  const nothing = { withdrawals: [], rewards: [], transactions: [], internalTransfers: [], creations: [] };
  const location = { blockNumber: 9n, hash: hash("09"), parentHash: hash("08"), timeAt: 1_763_000_000 };
  const block = { ...location, ...nothing, miner: undefined, logs: packLogs(logs) };
  const changes = createChanges();
  const { pairs, twins } = changes;
  const packed = { rows: createLegRows("eth"), pairs, tokens: new ByteTable(20), twins, count: 0 };
  decodeBlock(eth, { ...block, logs: packTransfers(eth, block, packed) }, changes);
  return {
    legs: changes.legs
      .filter(({ kind }) => kind === LegKind.token)
      .map(({ owner, isInbound, rawAmount }) => `${owner} ${isInbound ? "" : "-"}${rawAmount}`),
    packed: packed.count,
    pairs: pairs.list().map(({ owner, token }) => `${owner} ${token}`),
  };
}

const transfer = (by: Address, from: Address, to: Address, amount: bigint): Event => {
  return { by, topics: [topics.transfer, from, to], words: [amount] };
};
const mint = (by: Address, amount: bigint): Event => ({ by, topics: [topics.mint, ALICE!], words: [amount] });
const burn = (by: Address, amount: bigint): Event => ({ by, topics: [topics.burn, ALICE!], words: [amount] });
const deposit = (by: Address): Event => ({ by, topics: [topics.vaultDeposit, BOB!, ALICE!], words: [7n, 5n] });
const withdraw = (by: Address): Event => ({
  by,
  topics: [topics.vaultWithdraw, BOB!, BOB!, ALICE!],
  words: [7n, 5n],
});

test("a mint and a burn that only Mint and Burn report are the owner's legs, and its balance is read", () => {
  expect(decode([mint(MKR, 5n)])).toEqual({
    legs: [`${ALICE} 5`],
    packed: 0,
    pairs: expect.arrayContaining([`${ALICE} ${MKR}`]),
  });
  expect(decode([burn(MKR, 5n)]).legs).toEqual([`${ALICE} -5`]);
});

test("a migration burns what its owner had", () => {
  const [token] = [...listQuietTokens("eth")].find(([, logs]) => logs === "migrate")!;
  expect(decode([{ by: token, topics: [topics.migrate, ALICE!, BOB!], words: [5n] }]).legs).toEqual([`${ALICE} -5`]);
});

test("of a vault without Transfers the shares move, to and from their owner, not the assets", () => {
  expect(decode([deposit(VAULT)]).legs).toEqual([`${ALICE} 5`]);
  expect(decode([withdraw(VAULT)]).legs).toEqual([`${ALICE} -5`]);
});

test.each([
  ["mint", [mint(MKR, 5n), transfer(MKR, NOBODY!, ALICE!, 5n)]],
  ["burn", [burn(MKR, 5n), transfer(MKR, ALICE!, NOBODY!, 5n)]],
  ["deposit", [deposit(VAULT), transfer(VAULT, NOBODY!, ALICE!, 5n)]],
  ["withdraw", [withdraw(VAULT), transfer(VAULT, ALICE!, NOBODY!, 5n)]],
])("a %s that a Transfer reports too is one leg, in either order", (_, events) => {
  for (const order of [events, events.toReversed()]) {
    expect(decode(order)).toMatchObject({ legs: [], packed: 1 });
  }
});

test("a Transfer of another kind, contract or transaction reports no mint", () => {
  const others = [
    transfer(MKR, ALICE!, BOB!, 5n),
    transfer(VAULT, NOBODY!, ALICE!, 5n),
    { ...transfer(MKR, NOBODY!, ALICE!, 5n), tx: 1 },
  ];
  expect(decode([mint(MKR, 5n), ...others]).legs).toEqual([`${ALICE} 5`]);
});

test("other contracts' events of these names move nothing: an order for shares has the same event as their issue", () => {
  expect(decode([mint(BOB!, 5n), burn(BOB!, 5n), deposit(BOB!), withdraw(BOB!), deposit(MKR)]).legs).toEqual([]);
});

test("the events are read where there is such a token", () => {
  const read = [topics.mint, topics.burn, topics.vaultDeposit, topics.vaultWithdraw];
  expect(listWatchedTopics("eth")).toEqual(expect.arrayContaining(read));
  expect(listWatchedTopics("fuse")).not.toEqual(expect.arrayContaining([topics.mint]));
});
