import { expect, test } from "vitest";
import { toHealth } from "./compoundV2Account.ts";
import type { MarketAccount } from "./compoundV2Account.ts";
import { ONE } from "./compoundV2Markets.ts";

const account = (state: Partial<MarketAccount>): MarketAccount => ({
  asset: "0x0000000000000000000000000000000000000a55",
  rawShares: 0n,
  rate: ONE,
  rawDebt: 0n,
  factor: (ONE * 8n) / 10n,
  price: ONE,
  ...state,
});

test("the health rate is collateral times its factor over debt", () => {
  expect(toHealth([account({ rawShares: 300n }), account({ rawDebt: 100n }), account({ price: 0n })], 20n)).toBe(2);
});

test("a debt or collateral without a price has no health rate", () => {
  const [supply, debt] = [account({ rawShares: 300n }), account({ rawDebt: 100n })];
  expect(toHealth([supply, debt, account({ rawDebt: 1n, price: 0n })], 0n)).toBeNull();
  expect(toHealth([supply, debt, account({ rawShares: 1n, price: 0n })], 0n)).toBeNull();
  expect(toHealth([supply, debt, account({ rawShares: 1n, price: 0n, factor: 0n })], 0n)).toBe(2.4);
});
