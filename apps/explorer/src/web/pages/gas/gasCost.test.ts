import type { GasPrice } from "@portico/client";
import { beforeAll, expect, test } from "vitest";
import { showLanguage } from "../../testing/showLanguage.ts";
import { formatCost, gasCost, formatGwei, SWAP_GAS, TRANSFER_GAS, formatWait } from "./gasCost.ts";

beforeAll(() => showLanguage("en", "gas"));

const level = (some: Partial<GasPrice>): GasPrice => ({ level: "normal", price: 13e9, ...some });

test("a transaction pays the base fee and the tip, not the price's headroom", () => {
  expect(gasCost(level({ base_fee: 10e9, priority_price: 1e9 }), TRANSFER_GAS)).toBeCloseTo(0.000231, 12);
  expect(gasCost(level({ base_fee: 10e9, priority_price: 9e9 }), SWAP_GAS)).toBeCloseTo(0.00195, 12);
});

test("without a base fee it pays the price, and the L1 data fee is added", () => {
  expect(gasCost(level({ base_fee: null, priority_price: null }), TRANSFER_GAS)).toBeCloseTo(0.000273, 12);
  expect(gasCost(level({ l1_data_fee: 1e12 }), TRANSFER_GAS)).toBeCloseTo(0.000274, 12);
});

test("prices and waits are shown with their significant digits", () => {
  expect([12_812_500_000, 4_200_000, 0].map(formatGwei)).toEqual(["12.81", "0.0042", "0"]);
  expect([null, 0, 12, 120, 2728, 7200].map(formatWait)).toEqual(["unknown", "1 s", "12 s", "2 min", "45 min", "2 h"]);
});

test("a cost too small to show is less than a cent, and zero is zero", () => {
  expect([0, 1e-300, 0.009_99, 0.01, 0.0804, 12].map(formatCost)).toEqual([
    "$0.00",
    "<$0.01",
    "<$0.01",
    "$0.01",
    "$0.0804",
    "$12.00",
  ]);
});
