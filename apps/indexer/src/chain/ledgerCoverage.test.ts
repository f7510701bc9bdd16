import { expect, test } from "vitest";
import { toLedgerCoverage } from "./ledgerCoverage.ts";

const ALL = { receipts: "block", traces: "debug" } as const;

test("the coin needs receipts, and traces unless logs report all movements", () => {
  expect(toLedgerCoverage("eth", ALL)).toEqual({ hasAllLogs: true, hasAllCoins: true, feeCollectors: [] });
  const without = (name: "receipts" | "traces") => ({ ...ALL, [name]: undefined });
  expect(toLedgerCoverage("eth", without("traces"))).toMatchObject({ hasAllLogs: true, hasAllCoins: false });
  expect(toLedgerCoverage("eth", without("receipts"))).toMatchObject({ hasAllLogs: false, hasAllCoins: false });
  expect(toLedgerCoverage("era", without("traces"))).toMatchObject({ hasAllCoins: true });
});

test("the coin is unchecked where accounts that fees go to are unknown", () => {
  expect(toLedgerCoverage("base", ALL)).toMatchObject({ hasAllCoins: true, feeCollectors: { length: 4 } });
  expect(toLedgerCoverage("arb", ALL)).toEqual({ hasAllLogs: true, hasAllCoins: false, feeCollectors: [] });
});
