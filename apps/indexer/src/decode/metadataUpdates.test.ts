import { getChain, topics } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createChanges } from "../chain/changes.ts";
import { toTestBlock } from "../testing/testLogs.ts";
import { decodeLogs } from "./decodeLogs.ts";

const APES: Address = `0x${"a1".repeat(20)}`;
const word = (value: bigint): string => value.toString(16).padStart(64, "0");

function decode(...logs: { topics: [Hex, ...Hex[]]; data: Hex }[]) {
  const changes = createChanges();
  const block = toTestBlock(logs.map((log) => ({ ...log, address: APES })));
  decodeLogs(getChain("eth"), block, changes);
  return [...changes.refreshes.values()];
}
const update = (id: bigint) => ({ topics: [topics.metadataUpdate] as [Hex], data: `0x${word(id)}` as const });
const batchUpdate = (first: bigint, last: bigint) => ({
  topics: [topics.batchMetadataUpdate] as [Hex],
  data: `0x${word(first)}${word(last)}` as const,
});

test("events of new metadata name an NFT or a range, once", () => {
  const uri = { topics: [topics.uri, `0x${word(7n)}`] as [Hex, Hex], data: `0x${word(32n)}${word(0n)}` as const };
  expect(decode(update(5n), batchUpdate(10n, 20n), uri, update(15n), update(5n))).toEqual([
    {
      contract: APES,
      timeAt: 900,
      ranges: [
        { first: 5n, last: 5n },
        { first: 10n, last: 20n },
        { first: 7n, last: 7n },
      ],
    },
  ]);
});

test("events of another shape are skipped", () => {
  expect(
    decode(
      { ...update(5n), data: "0x05" },
      { topics: [topics.metadataUpdate, `0x${word(5n)}`], data: "0x" },
      { ...batchUpdate(1n, 2n), data: `0x${word(1n)}` },
      { topics: [topics.uri], data: "0x" },
    ),
  ).toEqual([]);
});

test("any number of events makes at most a hundred ranges, which include every id", () => {
  const ids = fc.uniqueArray(fc.bigInt(0n, 2n ** 256n - 1n), { minLength: 1, maxLength: 250 });
  fc.assert(
    fc.property(ids, (list) => {
      const [{ ranges } = { ranges: [] }] = decode(...list.map(update));
      expect(ranges.length).toBeLessThanOrEqual(100);
      expect(list.every((id) => ranges.some(({ first, last }) => first <= id && id <= last))).toBe(true);
    }),
    { numRuns: 30 },
  );
});
