import { getChain } from "@portico/evm";
import { writePositions } from "@portico/protocols";
import { expect, test } from "vitest";
import { judgeRow } from "./judgeRow.ts";

const STATE_KEY = "facts of now";
const synced = { chain: getChain("eth"), blockNumber: 100n, hash: "0x" as const, timeAt: 10_000, since: 0n };
const row = (blockNumber: bigint, timeAt: number, isChangedSince = false) => ({
  chain: "eth",
  protocolId: "bank",
  blockNumber,
  blockHash: "0x" as const,
  timeAt,
  text: writePositions({ positions: [], accounts: [] }, STATE_KEY),
  isChangedSince,
});

test("positions that were never read are read", () => expect(judgeRow(undefined, synced, STATE_KEY)).toBe("read"));

test("positions of the pinned block are used, regardless of the owner's activity in it", () => {
  expect(judgeRow(row(100n, 10_000, true), synced, STATE_KEY)).toBe("use");
});

test("they are used for a minute, for ten used and refreshed, then read first", () => {
  const verdicts = [9940, 9939, 9400, 9399].map((timeAt) => judgeRow(row(99n, timeAt), synced, STATE_KEY));
  expect(verdicts).toEqual(["use", "refresh", "refresh", "read"]);
});

test("after an interaction of the owner they are read first", () =>
  expect(judgeRow(row(99n, 9999, true), synced, STATE_KEY)).toBe("read"));

test("positions of another block with the same number are of another fork", () => {
  expect(judgeRow({ ...row(100n, 10_000), blockHash: "0xff" }, synced, STATE_KEY)).toBe("read");
});

test("positions of a later block than the response's are not mixed in", () => {
  expect(judgeRow(row(101n, 10_012), synced, STATE_KEY)).toBe("read");
});

test("positions read with other facts about the owner are read again, even at the same block", () => {
  expect(judgeRow(row(100n, 10_000), synced, "facts of later")).toBe("read");
});
