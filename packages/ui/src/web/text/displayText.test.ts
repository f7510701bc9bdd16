import fc from "fast-check";
import { expect, test } from "vitest";
import { displayText, visibleText } from "./displayText.ts";

test.each([
  ["emoji of several parts", "👩‍👩‍👧‍👦 🏴‍☠️ 👩🏽‍🚀 ❤️ 1️⃣ 🏳️‍🌈"],
  ["flags of parts of a country", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
  ["Persian and Urdu words whose letters are not joined", "می‌خواهم خانه‌ای بہ‌خوبی"],
  ["conjuncts and half letters of Hindi", "क्‍ष क्‌ष"],
  ["a final consonant of Malayalam", "അവന്‍"],
  ["a conjunct of Sinhala", "ශ්‍රී"],
  ["a conjunct of Bengali", "র‍্যাব"],
  ["letters and marks of all kinds", "Ünïcode Ελλάδα 日本語 한국어 עברית ไทย"],
])("%s are unchanged", (_, text) => {
  expect(displayText(text)).toBe(text);
});

test.each([
  ["between Latin letters", "US\u200DDC\u200C\u200B\u2060\uFEFF"],
  ["marks of direction", "\u202EUS\u2066DC\u061C\u200E\u200F"],
  ["soft hyphens and fillers", "US\u00AD\u034F\u115F\u3164\uFFA0\u2800DC"],
  ["selectors and tags without an emoji", "US\uFE0FDC\u{E0100}\u{E0041}\u{E007F}"],
  ["code points that are not characters", "\u{10FFFF}US\uE000DC"],
])("invisible characters are removed: %s", (_, text) => {
  expect(displayText(text)).toBe("USDC");
});

test("joiners without effect are removed", () => {
  expect(displayText("دار\u200Cا")).toBe("دارا"); // after a letter that doesn't join
  expect(displayText("a\u200D😀\u200Db")).toBe("a😀b");
  expect(displayText("म\u200C")).toBe("म");
  expect(displayText("🏴\u{E0075}\u{E0073}\u{E007F}")).toBe("🏴");
});

test("joiners are judged by the marks that are kept, and don't separate marks", () => {
  expect(displayText("😀\uFE0F\u064B\u094D\u200D")).toBe("😀\uFE0F\u064B");
  expect(displayText("a\u0301\u0302\u200D\u0303\u200C\u0304")).toBe("a\u0301\u0302");
  expect(displayText("क\u094D\u200D\u094D\u200D\u094D\u200D")).toBe("क\u094D\u200D\u094D\u200D");
});

test("vowel signs with a width are not counted as stacked marks", () => {
  expect(displayText("ज\u093Cिंदगी")).toBe("ज\u093Cिंदगी");
});

test("lines are joined or preserved", () => {
  expect(displayText(" a\r\n\u0007 b\u2028c ")).toBe("a b c");
  expect(visibleText("a\u200B\n b")).toBe("a\n b");
});

test("output of displayText is unchanged by displayText", () => {
  const part = fc.constantFrom(
    ...Array.from("aم\u0931\u094Dदह\u200B\u200C\u200D\uFE0F\u2060\u064B1\u20E3"),
    "😀",
    "❤",
    "\u{E0067}",
    "\u{1F3F4}",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const shown = displayText(parts.join(""));
      expect(displayText(shown)).toBe(shown);
      expect(shown).not.toMatch(/[\u200B\u2060]|^[\u200C\u200D]|[\u200C\u200D]{2}/);
      expect(shown).not.toMatch(/([\p{Mn}\p{Me}][\u200C\u200D]*){3}/u);
    }),
    { numRuns: 2_000, examples: [[["😀", "\uFE0F", "\u064B", "\u094D", "\u200D"]]] },
  );
});
