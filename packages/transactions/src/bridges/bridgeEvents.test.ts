import { chains } from "@portico/evm";
import { encodeAbiParameters, type Hex, padHex, parseAbiItem, parseAbiParameters, toEventSelector } from "viem";
import { expect, test } from "vitest";
import { readEvent } from "../events/readEvent.ts";
import { bridgeEventRows, findBridgeEvent } from "./bridgeEvents.ts";
import { findNumberedChain } from "./chainNumberings.ts";
import numberings from "./chainNumberings.json" with { type: "json" };

const alice = "0xa11ce00000000000000000000000000000000001";
const bob = "0xb0b0000000000000000000000000000000000002";
const word = (value: Hex | bigint): Hex => padHex(typeof value === "bigint" ? `0x${value.toString(16)}` : value);
const topicOf = (code: number): Hex => toEventSelector(findBridgeEvent(code)!.signature);

test("each row is a canonical event with locations and a source", () => {
  for (const row of bridgeEventRows) {
    expect(() => parseAbiItem(`event ${row.signature}`)).not.toThrow();
    expect(row.signature).not.toMatch(/ |uint\b/);
    const locations = [...row.owners, row.chain, row.id].filter((one) => one !== undefined);
    expect(locations.filter((one) => !/^(t[123]|[bwl]\d+)$/.test(one))).toEqual([]);
    expect([row.owners.length > 0, row.source !== ""]).toEqual([true, true]);
    expect(["in", "out"]).toContain(row.way);
    expect(row.chain === undefined).toBe(row.numbering === undefined);
  }
});

test("the chain numbers are of known chains, each once in a numbering", () => {
  const slugs = new Set(chains.map(({ slug }) => slug));
  for (const { chains: numbered, source } of numberings) {
    const named = Object.values(numbered);
    expect(named.filter((slug) => !slugs.has(slug))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
    expect(source).not.toBe("");
  }
  expect(findNumberedChain("eip155", 42_161n)).toBe("arb");
  expect(findNumberedChain("layerzero", 30_110n)).toBe("arb");
  expect(findNumberedChain("cctp", 0n)).toBe("eth");
  expect(findNumberedChain("cctp", 5n)).toBeUndefined();
});

test("a deposit names its sender, its recipient, the chain and the id", () => {
  const data = encodeAbiParameters(
    parseAbiParameters("address, address, uint256, uint256, uint32, uint32, uint32, address, address, bytes"),
    [bob, bob, 5n, 4n, 1, 2, 3, bob, bob, "0x"],
  );
  expect(readEvent({ topics: [topicOf(140), word(42_161n), word(77n), word(alice)], data })).toEqual({
    code: 140,
    owners: [alice, bob],
    otherChain: 42_161n,
    transferId: 77n,
  });
});

test("a recipient is found within a message, and one that is written to the left", () => {
  const body: Hex = `0x00000000${word(bob).slice(2)}${word(alice).slice(2)}${word(9n).slice(2)}`;
  const received = encodeAbiParameters(parseAbiParameters("uint32, bytes32, bytes"), [7, word(bob), body]);
  expect(readEvent({ topics: [topicOf(261), word(bob), word(12n)], data: received })).toEqual({
    code: 261,
    owners: [alice],
    otherChain: 7n,
    transferId: 12n,
  });
  const order =
    "(uint64, bytes, uint256, bytes, uint256, uint256, bytes, uint256, bytes, bytes, bytes, bytes, bytes, bytes)";
  const given = [1n, alice, 10n, bob, 5n, 42_161n, bob, 4n, bob, alice, alice, "0x", "0x", "0x"] as const;
  const created = encodeAbiParameters(parseAbiParameters(`${order}, bytes32, bytes, uint256, uint256, uint32, bytes`), [
    given as never,
    word(33n),
    "0x",
    0n,
    0n,
    0,
    "0x",
  ] as never);
  expect(readEvent({ topics: [topicOf(165)], data: created })).toEqual({
    code: 165,
    owners: [alice],
    otherChain: 42_161n,
    transferId: 33n,
  });
  const fulfilled = encodeAbiParameters(parseAbiParameters(`${order}, bytes32, address, address`), [
    given as never,
    word(33n),
    bob,
    bob,
  ] as never);
  expect(readEvent({ topics: [topicOf(166)], data: fulfilled })).toEqual({
    code: 166,
    owners: [alice, bob],
    otherChain: 10n,
    transferId: 33n,
  });
});

test("what is cut off or no chain's number is unknown", () => {
  const topics = [topicOf(155), word(1n), word(alice)];
  expect(readEvent({ topics, data: "0x" })).toMatchObject({ owners: [alice], otherChain: undefined });
  expect(readEvent({ topics, data: `0x${"ff".repeat(32)}` })).toMatchObject({ otherChain: undefined });
  expect(readEvent({ topics: topics.slice(0, 2), data: "0x" })).toBeUndefined();
});
