import { expect, test } from "vitest";
import { countRow } from "./compoundV2Rewards.ts";

const FIRST = 10n ** 36n;
/** A quarter of a market that pays 8 by block, whose index stood at 1.5 in block 100. */
const row = { index: (FIRST * 3n) / 2n, sinceBlock: 100n, speed: 8n, ownerIndex: FIRST, total: 400n, share: 100n };

test("rewards are the owner's part since the owner's index, with the blocks that the market has not counted yet", () => {
  expect(countRow(row, 100n)).toBe(50n);
  expect(countRow(row, 110n)).toBe(50n + 20n);
});

test("who was there before rewards were set begins at the first index", () => {
  expect(countRow({ ...row, ownerIndex: 0n }, 110n)).toBe(70n);
});

test("where no rewards were ever set there are none", () => {
  expect(countRow({ ...row, index: 0n, ownerIndex: 0n, speed: 0n }, 110n)).toBe(0n);
});

test("nothing is added without a speed, and for a market that nobody is in", () => {
  expect(countRow({ ...row, speed: 0n }, 110n)).toBe(50n);
  expect(countRow({ ...row, total: 0n, share: 0n }, 110n)).toBe(0n);
});
