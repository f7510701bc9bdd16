import { expect, test } from "vitest";
import { toCovered } from "./cover.ts";

test("a claim is shown as far as all claims are covered", () => {
  expect(toCovered(10_000n, undefined)).toBe(10_000n);
  expect(toCovered(10_000n, { rawCover: 20_000n, rawClaims: 20_000n })).toBe(10_000n);
  expect(toCovered(10_000n, { rawCover: 5_000n, rawClaims: 20_000n })).toBe(2_500n);
  expect(toCovered(0n, { rawCover: 0n, rawClaims: 0n })).toBe(0n);
});

test("a claim is at least a part of all claims, whatever the contract reports of them", () => {
  for (const rawClaims of [-1n, 0n, 1n]) {
    expect(toCovered(10n ** 13n, { rawCover: 0n, rawClaims })).toBe(0n);
    expect(toCovered(10n ** 13n, { rawCover: 5_000n, rawClaims })).toBe(5_000n);
    expect(toCovered(10n ** 13n, { rawCover: -5_000n, rawClaims })).toBe(0n);
  }
});
