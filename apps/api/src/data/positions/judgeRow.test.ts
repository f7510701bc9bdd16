import { getChain } from "@portico/evm";
import { writePositions } from "@portico/protocols";
import { expect, test } from "vitest";
import { judgeRow } from "./judgeRow.ts";

const FACTS = "facts of now";
const synced = { chain: getChain("eth"), blockNumber: 100n, hash: "0x" as const, timeAt: 10_000, since: 0n };
const row = (blockNumber: bigint, timeAt: number, isChangedSince = false) => ({
  chain: "eth",
  protocolId: "bank",
  blockNumber,
  blockHash: "0x" as const,
  timeAt,
  text: writePositions({ positions: [], accounts: [] }, FACTS),
  isChangedSince,
});

test("what was never read is read", () => expect(judgeRow(undefined, synced, FACTS)).toBe("read"));

test("what was read at the pinned block is used, whatever happened to the owner in it", () => {
  expect(judgeRow(row(100n, 10_000, true), synced, FACTS)).toBe("use");
});

test("for a minute it is used, for ten it is used and read again, then it is read first", () => {
  const verdicts = [9940, 9939, 9400, 9399].map((timeAt) => judgeRow(row(99n, timeAt), synced, FACTS));
  expect(verdicts).toEqual(["use", "refresh", "refresh", "read"]);
});

test("once the owner was touched it is read first", () =>
  expect(judgeRow(row(99n, 9999, true), synced, FACTS)).toBe("read"));

test("what was read at another block of the same number is of another fork", () => {
  expect(judgeRow({ ...row(100n, 10_000), blockHash: "0xff" }, synced, FACTS)).toBe("read");
});

test("what was read at a later block than the answer is of is not mixed in", () => {
  expect(judgeRow(row(101n, 10_012), synced, FACTS)).toBe("read");
});

test("what was read by other facts about the owner is read again, also at the same block", () => {
  expect(judgeRow(row(100n, 10_000), synced, "facts of later")).toBe("read");
});
