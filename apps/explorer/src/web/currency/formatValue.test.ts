import { formatUsd } from "@portico/client";
import { afterEach, expect, test } from "vitest";
import { formatValue } from "./formatValue.ts";
import { showCurrency } from "./shownCurrency.ts";

afterEach(() => showCurrency(undefined));

test("values are in dollars unless a currency with a known rate is shown", () => {
  expect(formatValue(1234.5)).toBe(formatUsd(1234.5));
  showCurrency({ id: "EUR", usdPrice: 1.25 });
  expect(formatValue(1234.5)).toBe("€987.60");
  expect(formatValue(-0.00125)).toBe("-€0.001");
  expect(formatValue(12_500_000, { isCompact: true })).toBe("€10M");
  showCurrency({ id: "JPY", usdPrice: 0.0064 });
  expect(formatValue(64)).toBe("¥10,000"); // a currency without cents
  showCurrency({ id: "BTC", usdPrice: 100_000 });
  expect(formatValue(1234)).toBe("BTC\u00A00.0123");
});
