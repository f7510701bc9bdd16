import { expect, test } from "vitest";
import { initialOf, plainLines, plainText, readSite } from "./plainText.ts";

test("a hostile name loses direction controls, invisible characters and stacked marks, and is truncated", () => {
  expect(plainText("US\u202EDC\u200B\u061C")).toBe("USDC");
  expect(plainText(`a${"\u0301".repeat(50)}b`)).toBe("a\u0301\u0301b");
  expect(plainText("🦄".repeat(1000), 10)).toBe(`${"🦄".repeat(9)}…`);
  expect(plainText("👩‍👩‍👧‍👦".repeat(1000), 10)).toBe(`${"👩‍👩‍👧‍👦".repeat(7)}…`); // of eleven units each
  expect(plainText("\u1100".repeat(1000), 10)).toBe("…"); // all of it is one grapheme
  expect(plainText(" \u0000\n")).toBe("");
  expect(plainText("\ud800x")).toBe("x");
});

test("a plain name is unchanged, on one line; a value that isn't a string is empty", () => {
  expect(plainText("Uniswap V3 · ETH/USDC 0.3%")).toBe("Uniswap V3 · ETH/USDC 0.3%");
  expect(plainText("two\r\n  lines\u2028more")).toBe("two lines more");
  expect([plainText(undefined), plainText(7), plainText({})]).toEqual(["", "", ""]);
  expect(plainLines("one\r\ntwo", 10)).toBe("one\ntwo");
});

test("the first grapheme replaces a missing picture", () => {
  expect([initialOf("éa"), initialOf("🇨🇭 x"), initialOf("")]).toEqual(["É", "🇨🇭", "?"]);
});

test("only http(s) addresses are sites; the host is spelled as browsers spell it", () => {
  expect(readSite("https://аpple.com/x")?.host).toBe("xn--pple-43d.com");
  expect([readSite("javascript:alert(1)"), readSite("no address")]).toEqual([null, null]);
});
