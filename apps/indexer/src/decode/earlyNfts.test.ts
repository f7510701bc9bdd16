import { ByteTable, getChain, NATIVE_TOKEN, topics, ZERO_ADDRESS } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { createLegRows, LegKind } from "@portico/store";
import { expect, test } from "vitest";
import { createChanges } from "../chain/changes.ts";
import { toTestBlock, type TestLog } from "../testing/testLogs.ts";
import { decodeBlock } from "./decodeBlock.ts";
import { listWatchedTopics } from "./decodeLogs.ts";
import { packTransfers } from "./packTransfers.ts";

const PUNKS: Address = "0xb47e3cd837ddf8e4c57f05d70ab865de6e193bbb";
const KITTIES: Address = "0x06012c8cf97bead5deae237070f9587f8e7a266d";
const [ALICE, BOB, TOKEN] = ["a1", "b0", "70"].map((byte): Address => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
];
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, "0")}`;
const asWord = (address: Address): Hex => word(BigInt(address));
const join = (...words: Hex[]): Hex => `0x${words.map((one) => one.slice(2)).join("")}`;

/** Decodes them as a block that was fetched without traces. */
function decode(events: readonly TestLog[], slug = "eth") {
  const block = toTestBlock(events);
  const changes = createChanges();
  const packed = {
    rows: createLegRows(slug),
    pairs: changes.pairs,
    zeroPairs: changes.pairs,
    tokens: new ByteTable(20),
    twins: changes.twins,
    count: 0,
  };
  decodeBlock(getChain(slug), { ...block, logs: packTransfers(getChain(slug), block, packed) }, changes);
  return {
    packedCount: packed.count,
    pairs: changes.pairs.list(),
    legs: changes.legs.map(({ kind, owner, counterparty, isInbound, token, tokenId, rawAmount }) => ({
      sides: isInbound ? [counterparty, owner] : [owner, counterparty],
      isInbound,
      nft: [kind, token, tokenId, rawAmount],
    })),
    sales: changes.sales.map(({ contract, tokenId, payToken, rawAmount }) => [contract, tokenId, payToken, rawAmount]),
  };
}

const moved = (contract: Address, from: Address, to: Address, tokenId: bigint) =>
  [false, true]
    .filter((isInbound) => (isInbound ? to : from) !== ZERO_ADDRESS)
    .map((isInbound) => ({ sides: [from, to], isInbound, nft: [LegKind.nft, contract, tokenId, 1n] }));
const counted = (from: Address, to: Address): TestLog => ({
  address: PUNKS,
  topics: [topics.transfer, asWord(from), asWord(to)],
  data: word(1n),
});
const bought = (value: bigint, from: Address, to: Address): TestLog => ({
  address: PUNKS,
  topics: [topics.punkBought, word(7n), asWord(from), asWord(to)],
  data: word(value),
});

test("a kitty moves by a Transfer without indexed arguments, and is born from nobody", () => {
  const transfer = (from: Address, to: Address): TestLog => ({
    address: KITTIES,
    topics: [topics.transfer],
    data: join(asWord(from), asWord(to), word(9n)),
  });
  expect(decode([transfer(ALICE, BOB)]).legs).toEqual(moved(KITTIES, ALICE, BOB, 9n));
  expect(decode([transfer(ZERO_ADDRESS, BOB)]).legs).toEqual(moved(KITTIES, ZERO_ADDRESS, BOB, 9n));
  expect(decode([{ ...transfer(ALICE, BOB), address: TOKEN }]).legs).toEqual([]);
  expect(decode([{ ...transfer(ALICE, BOB), data: word(9n) }]).legs).toEqual([]);
  expect(decode([transfer(ALICE, BOB)], "base").legs).toEqual([]);
  const standard: Hex[] = [topics.transfer, asWord(ALICE), asWord(BOB), word(9n)];
  const indexed = { address: KITTIES, topics: standard as [Hex, ...Hex[]], data: "0x" as const };
  expect(decode([indexed]).legs).toEqual(moved(KITTIES, ALICE, BOB, 9n));
});

test("a punk is assigned, given away and sold; the Transfer that counts punks is no movement of a token", () => {
  const assign: TestLog = { address: PUNKS, topics: [topics.punkAssign, asWord(ALICE)], data: word(7n) };
  expect(decode([assign]).legs).toEqual(moved(PUNKS, ZERO_ADDRESS, ALICE, 7n));
  const gift: TestLog = { address: PUNKS, topics: [topics.punkTransfer, asWord(ALICE), asWord(BOB)], data: word(7n) };
  const given = decode([counted(ALICE, BOB), gift]);
  expect(given.legs).toEqual(moved(PUNKS, ALICE, BOB, 7n));
  expect([given.packedCount, given.pairs]).toEqual([0, []]);
  const sold = decode([counted(ALICE, BOB), bought(55n, ALICE, BOB)]);
  expect(sold.legs).toEqual(moved(PUNKS, ALICE, BOB, 7n));
  expect(sold.sales).toEqual([[PUNKS, 7n, NATIVE_TOKEN, 55n]]);
});

test("the buyer of an accepted bid is that of the Transfer before it, in the same transaction", () => {
  const accepted = bought(0n, ALICE, ZERO_ADDRESS);
  expect(decode([counted(ALICE, BOB), accepted])).toMatchObject({ legs: moved(PUNKS, ALICE, BOB, 7n), sales: [] });
  expect(decode([accepted]).legs).toEqual([]);
  expect(decode([counted(BOB, ALICE), accepted]).legs).toEqual([]);
  expect(decode([{ ...counted(ALICE, BOB), txIndex: 2 }, accepted]).legs).toEqual([]);
});

test("elsewhere the same Transfer is one of a fungible token, and the other events are nothing", () => {
  expect(decode([{ ...counted(ALICE, BOB), address: TOKEN }])).toMatchObject({ packedCount: 1, legs: [] });
  expect(decode([{ ...bought(5n, ALICE, BOB), address: TOKEN }])).toMatchObject({
    packedCount: 0,
    legs: [],
    sales: [],
  });
  expect(decode([counted(ALICE, BOB)], "base")).toMatchObject({ packedCount: 1 });
});

test("the events are read where there are such contracts", () => {
  const own = [topics.punkAssign, topics.punkTransfer];
  expect(listWatchedTopics("eth")).toEqual(expect.arrayContaining(own));
  expect(listWatchedTopics("base").filter((topic) => own.some((one) => one === topic))).toEqual([]);
});
