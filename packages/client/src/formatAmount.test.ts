import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatAmount, formatUsd, parseAmount, shortAddress } from "./index.ts";

const MAX = 2n ** 256n - 1n;
const rawAmounts = fc.oneof(fc.bigInt({ min: -MAX, max: MAX }), fc.bigInt({ min: -1000n, max: 1000n }));
const decimals = fc.oneof(fc.constantFrom(0, 6, 18), fc.integer({ min: 0, max: 255 }));

test("an amount is written with its decimal point and without trailing zeros", () => {
  expect(formatAmount(1_234_567_800n, 6)).toBe("1234.5678");
  expect(formatAmount(5n, 18)).toBe("0.000000000000000005");
  expect([formatAmount(0n, 18), formatAmount(7n, 0), formatAmount(-5n, 1)]).toEqual(["0", "7", "-0.5"]);
});

test("any amount survives formatting and parsing", () => {
  fc.assert(
    fc.property(rawAmounts, decimals, (raw, tokenDecimals) => {
      expect(parseAmount(formatAmount(raw, tokenDecimals), tokenDecimals)).toBe(raw);
    }),
  );
});

test("a shortened amount never exceeds the amount, is within a unit of its last digit, and is zero only for zero", () => {
  fc.assert(
    fc.property(rawAmounts, decimals, fc.integer({ min: 1, max: 30 }), (raw, tokenDecimals, digits) => {
      const text = formatAmount(raw, tokenDecimals, { digits });
      if (/^[<>]/.test(text)) return; // the test below
      const shown = parseAmount(text, tokenDecimals);
      const lost = raw < 0n ? shown - raw : raw - shown;
      expect(lost >= 0n && lost < 10n ** BigInt(Math.max(0, tokenDecimals - digits))).toBe(true);
      expect(shown === 0n).toBe(raw === 0n);
    }),
  );
});

test("a locale changes separators and digits, and loses none of them", () => {
  expect(formatAmount(MAX, 18, { locale: "en" })).toBe(
    "115,792,089,237,316,195,423,570,985,008,687,907,853,269,984,665,640,564,039,457.584007913129639935",
  );
  expect(formatAmount(123_456_789n, 5, { locale: "de", digits: 2 })).toBe("1.234,56");
  expect(formatAmount(123_456_789n, 5, { locale: "ar-EG" })).toBe("١٬٢٣٤٫٥٦٧٨٩");
  const locale = fc.constantFrom("en", "de", "en-IN", "es", "pl", "pt-PT", "ar-EG", "hi-u-nu-deva", "sv", "fa");
  fc.assert(
    fc.property(rawAmounts, fc.integer({ min: 0, max: 100 }), locale, (raw, tokenDecimals, where) => {
      const whole = new Intl.NumberFormat(where, { maximumFractionDigits: 100 });
      const plain = formatAmount(raw, tokenDecimals) as `${number}`;
      expect(formatAmount(raw, tokenDecimals, { locale: where })).toBe(whole.format(plain)); // as this engine writes it
    }),
  );
});

test("amounts too small for the requested digits keep their first ones; no digits: whole tokens", () => {
  expect(formatAmount(123_456n, 10, { digits: 3 })).toBe("0.0000123");
  expect(formatAmount(10_000_000_123n, 10, { digits: 3 })).toBe("1");
  expect([formatAmount(19n, 1, { digits: 0 }), formatAmount(-9n, 1, { digits: 0 })]).toEqual(["1", "0"]);
});

test("an amount below the first twelve places, as of a token with 77 or 255 decimals, is shown as less than the limit", () => {
  expect(formatAmount(1n, 255, { digits: 2 })).toBe("<0.000000000001");
  expect(formatAmount(-7n, 77, { digits: 2, locale: "de" })).toBe(">-0,000000000001");
  expect(formatAmount(10n ** 6n, 18, { digits: 2 })).toBe("0.000000000001");
  expect(formatAmount(10n ** 6n - 1n, 18, { digits: 2 })).toBe("<0.000000000001");
  expect(formatAmount(1n, 18, { digits: 18 })).toBe("0.000000000000000001");
  const tiny = fc.record({ raw: fc.bigInt({ min: 1n, max: MAX }), tokenDecimals: fc.integer({ min: 0, max: 255 }) });
  fc.assert(
    fc.property(tiny, fc.integer({ min: 1, max: 40 }), ({ raw, tokenDecimals }, digits) => {
      const text = formatAmount(raw, tokenDecimals, { digits });
      const least = Math.max(12, digits);
      expect(text.startsWith("<")).toBe(raw * 10n ** BigInt(least) < 10n ** BigInt(tokenDecimals));
      expect(text.split(".")[1]?.length ?? 0).toBeLessThan(12 + digits);
    }),
  );
});

test("user input is parsed: surrounding spaces, a leading or trailing point, zeros", () => {
  expect(["1.5", " 1.50 ", ".5", "1.", "007", "-0.25"].map((text) => parseAmount(text, 2))).toEqual([
    150n,
    150n,
    50n,
    100n,
    700n,
    -25n,
  ]);
});

test("anything but a plain amount is rejected, and so is more precision than the token has", () => {
  for (const text of ["", ".", "-", "-.", "1,5", "1e3", "0x10", "1.2.3", "٣", "+1", "1 000", "Infinity"])
    expect(() => parseAmount(text, 18)).toThrow(SyntaxError);
  expect(() => parseAmount("0.1234567", 6)).toThrow(RangeError);
});

test("decimals that no token can have are rejected", () => {
  for (const wrong of [-1, 1.5, 256, Number.NaN]) {
    expect(() => formatAmount(1n, wrong)).toThrow(RangeError);
    expect(() => parseAmount("1", wrong)).toThrow(RangeError);
  }
  for (const digits of [-1, 1.5, Number.NaN]) expect(() => formatAmount(1n, 18, { digits })).toThrow(RangeError);
});

test("dollars have cents, prices below a dollar at least three digits, and zero is never negative", () => {
  expect([1234.5, 1.2345, 0.5, 0.12345, 0.00001234, 0, -0.0000001, -2].map((value) => formatUsd(value))).toEqual([
    "$1,234.50",
    "$1.23",
    "$0.50",
    "$0.123",
    "$0.0000123",
    "$0.00",
    "-$0.0000001",
    "-$2.00",
  ]);
  expect(formatUsd(-0)).toBe("$0.00");
  expect([1e-12, 9e-13, 1e-300, -1e-300].map((value) => formatUsd(value))).toEqual([
    "$0.000000000001",
    "<$0.000000000001",
    "<$0.000000000001",
    ">-$0.000000000001",
  ]);
  expect(formatUsd(1e-300, { isCompact: true })).toBe("<$0.000000000001");
  expect([1_234_567, 999, 0.5].map((value) => formatUsd(value, { isCompact: true }))).toEqual([
    "$1.23M",
    "$999",
    "$0.5",
  ]);
  expect(formatUsd(1234.5, { locale: "de" })).toBe("1.234,50\u00A0$");
});

test("an address is shortened to its ends, and a shorter text stays", () => {
  expect(shortAddress("0xd8da6bf26964af9d7eed9e03e53415d37aa96045")).toBe("0xd8da…6045");
  expect(shortAddress("eth")).toBe("eth");
});
