import fc from "fast-check";
import { encodeAbiParameters, type Hex, padHex, parseAbiParameters, toEventSelector } from "viem";
import { expect, test } from "vitest";
import { eventRows } from "./eventRows.ts";
import { findEventMeaning, listEventTopics, readEvent } from "./readEvent.ts";

const alice = "0xa11ce00000000000000000000000000000000001";
const bob = "0xb0b0000000000000000000000000000000000002";
const token = "0xc0ffee0000000000000000000000000000000003";
const topicOf = (signature: string) => toEventSelector(signature);
const word = (address: Hex) => padHex(address, { size: 32 });

test("codes and topics are each used once", () => {
  expect(new Set(eventRows.map(({ code }) => code)).size).toBe(eventRows.length);
  expect(new Set(listEventTopics()).size).toBe(eventRows.length);
  expect(Math.max(...eventRows.map(({ code }) => code))).toBeLessThan(2 ** 15);
});

test("an account is found whether it is indexed or not", () => {
  const topic = topicOf("Claimed(uint256,address,uint256)");
  const data = encodeAbiParameters(parseAbiParameters("uint256, address, uint256"), [7n, alice, 10n ** 24n]);
  expect(readEvent({ topics: [topic], data })).toEqual({ code: 1, owners: [alice] });
  const amount = encodeAbiParameters(parseAbiParameters("uint256"), [10n ** 24n]);
  expect(readEvent({ topics: [topic, word("0x07"), word(alice)], data: amount })).toEqual({ code: 1, owners: [alice] });
  expect(findEventMeaning(1)).toBe("claim");
});

test("who only receives votes is not the one that delegates, and a liquidation names the debtor", () => {
  const delegated = [topicOf("DelegateChanged(address,address,address)"), word(alice), word(bob), word(token)];
  expect(readEvent({ topics: delegated, data: "0x" })?.owners).toEqual([alice]);
  const topic = topicOf("LiquidationCall(address,address,address,uint256,uint256,address,bool)");
  expect(readEvent({ topics: [topic, word(token), word(bob), word(alice)], data: "0x" })?.owners).toEqual([alice]);
});

test("other events have no meaning, and unknown codes neither", () => {
  expect(
    readEvent({ topics: [topicOf("Transfer(address,address,uint256)"), word(alice)], data: "0x" }),
  ).toBeUndefined();
  expect(readEvent({ topics: [], data: "0x" })).toBeUndefined();
  expect(findEventMeaning(32_767)).toBeUndefined();
});

test("no log makes it fail, or name more accounts than it has words", () => {
  const hex = (bytes: number) =>
    fc.uint8Array({ maxLength: bytes }).map((some): Hex => `0x${Buffer.from(some).toString("hex")}`);
  const topics = fc.array(fc.constantFrom(word(alice), word("0x05"), `0x${"ff".repeat(32)}` as const), {
    maxLength: 3,
  });
  fc.assert(
    fc.property(fc.constantFrom(...listEventTopics()), topics, hex(600), (first, more, data) => {
      const owners = readEvent({ topics: [first, ...more], data })?.owners ?? [];
      expect(owners.length).toBeLessThanOrEqual(8);
      for (const owner of owners) expect(owner).toMatch(/^0x[0-9a-f]{40}$/);
    }),
  );
});
