import { ByteTable, getChain, listQuietTokens, topics } from "@portico/evm";
import type { Address } from "@portico/evm";
import { LegKind, createLegRows } from "@portico/store";
import { expect, test } from "vitest";
import { createChanges } from "../chain/changes.ts";
import { toTestBlock, type TestLog } from "../testing/testLogs.ts";
import { decodeBlock } from "./decodeBlock.ts";
import { listWatchedTopics } from "./decodeLogs.ts";
import { packTransfers } from "./packTransfers.ts";

const eth = getChain("eth");
const [ALICE, BOB, NOBODY]: Address[] = [`0x${"a1".repeat(20)}`, `0x${"b0".repeat(20)}`, `0x${"00".repeat(20)}`];
const [[MKR], [VAULT]] = (["mint", "vault"] as const).map((logs) =>
  [...listQuietTokens("eth")].filter(([, its]) => its === logs).map(([token]) => token),
) as [[Address], [Address]];

/** The token legs of a block, as `owner amount`; packed transfers count by number. */
function decode(events: readonly TestLog[]): { legs: string[]; packed: number; pairs: string[] } {
  const block = toTestBlock(events);
  const changes = createChanges();
  const { pairs, twins } = changes;
  const packed = { rows: createLegRows("eth"), pairs, zeroPairs: pairs, tokens: new ByteTable(20), twins, count: 0 };
  decodeBlock(eth, { ...block, logs: packTransfers(eth, block, packed) }, changes);
  return {
    legs: changes.legs
      .filter(({ kind }) => kind === LegKind.token)
      .map(({ owner, isInbound, rawAmount }) => `${owner} ${isInbound ? "" : "-"}${rawAmount}`),
    packed: packed.count,
    pairs: pairs.list().map(({ owner, token }) => `${owner} ${token}`),
  };
}

const transfer = (by: Address, from: Address, to: Address, amount: bigint): TestLog => {
  return { address: by, topics: [topics.transfer, from, to], words: [amount] };
};
const mint = (by: Address, amount: bigint): TestLog => ({
  address: by,
  topics: [topics.mint, ALICE!],
  words: [amount],
});
const burn = (by: Address, amount: bigint): TestLog => ({
  address: by,
  topics: [topics.burn, ALICE!],
  words: [amount],
});
const deposit = (by: Address): TestLog => ({
  address: by,
  topics: [topics.vaultDeposit, BOB!, ALICE!],
  words: [7n, 5n],
});
const withdraw = (by: Address): TestLog => ({
  address: by,
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
  expect(decode([{ address: token, topics: [topics.migrate, ALICE!, BOB!], words: [5n] }]).legs).toEqual([
    `${ALICE} -5`,
  ]);
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
    { ...transfer(MKR, NOBODY!, ALICE!, 5n), txIndex: 1 },
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
