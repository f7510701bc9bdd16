import { expect, test } from "vitest";
import { countRow } from "./compoundV2Rewards.ts";

const FIRST = 10n ** 36n;
/** A quarter of a market that pays 8 per block, whose index was 1.5 at block 100. */
const row = { index: (FIRST * 3n) / 2n, sinceBlock: 100n, speed: 8n, ownerIndex: FIRST, total: 400n, share: 100n };

test("rewards are the owner's share since the owner's index, including blocks not yet accrued by the market", () => {
  expect(countRow(row, 100n)).toBe(50n);
  expect(countRow(row, 110n)).toBe(50n + 20n);
});

test("an owner from before rewards were set begins at the initial index", () => {
  expect(countRow({ ...row, ownerIndex: 0n }, 110n)).toBe(70n);
});

test("without a rewards speed ever set there are none", () => {
  expect(countRow({ ...row, index: 0n, ownerIndex: 0n, speed: 0n }, 110n)).toBe(0n);
});

test("nothing accrues without a speed, or in an empty market", () => {
  expect(countRow({ ...row, speed: 0n }, 110n)).toBe(50n);
  expect(countRow({ ...row, total: 0n, share: 0n }, 110n)).toBe(0n);
});
