import * as fc from "fast-check";
import { expect, test } from "vitest";
import { judgeToken } from "./judgeToken.ts";
import { createSymbolSet } from "./symbolSet.ts";

const verified = createSymbolSet(["USDC", "ETH", "UNI", "LDO", "mkr", "USD₮0"]);
const judge = (name: string | null, symbol: string | null) => judgeToken({ name, symbol }, verified);
const [CLEAN, SUSPICIOUS, SCAM] = [
  { isScam: false, isSuspicious: false },
  { isScam: false, isSuspicious: true },
  { isScam: true, isSuspicious: true },
];

const scams: [name: string, symbol: string][] = [
  ["Visit claim-usdt.com", "USDT0"],
  ["Claim rewards", "X"],
  ["Сlаim your tokens", "X"], // Cyrillic letters
  ["ｃｌａｉｍ", "X"],
  ["cl\u200baim it", "X"],
  ["$5000 Airdrop", "X"],
  ["Swap at https://usdc.example", "X"],
  ["www.free-coins.example", "X"],
  ["Coin", "t.me/coins"],
  ["get it on coins.io/now", "X"],
];
test.each(scams)("X03 %j (%j) is classified as a scam", (name, symbol) => {
  expect(judge(name, symbol)).toEqual(SCAM);
});

const lookalikes: [why: string, name: string, symbol: string][] = [
  ["the symbol of a listed token", "USD Coin", "USDC"],
  ["it in another letter case", "USD Coin", "usdc"],
  ["that of the native coin", "Ether", "ETH"],
  ["Cyrillic letters", "USD Coin", "UЅDС"],
  ["small Cyrillic letters", "USD Coin", "uѕdс"],
  ["Greek letters", "Ether", "ΕΤΗ"],
  ["full-width letters", "USD Coin", "ＵＳＤＣ"],
  ["mathematical letters", "Ether", "𝐄𝐓𝐇"],
  ["an l for an I", "Uniswap", "UNl"],
  ["spaces", "USD Coin", " US DC "],
  ["a hidden space", "USD Coin", "US\u200bDC"],
  ["hidden letters alone", "Coin", "CO\u2060IN"],
  ["a turn to the left", "Coin", "\u202eCDSU"],
  ["a hidden letter in the name", "Co\u00adin", "COIN"],
  ["a Hangul filler", "\u3164", "COIN"],
  ["the name of a website", "Curve.fi DAI/USDC", "crvDAI"],
];
test.each(lookalikes)("a token with %s is suspicious, but not a scam", (_why, name, symbol) => {
  expect(judge(name, symbol)).toEqual(SUSPICIOUS);
});

const clean: [name: string | null, symbol: string | null][] = [
  [null, null],
  ["", ""],
  ["IDO Pad", "IDO"], // not LDO
  ["Wrapped stETH", "wstETH"],
  ["USDC.e", "USDC.e"],
  ["Version 1.2 / beta", "V1.2"],
  ["Proclaimer Revisited", "PRO"],
  ["中文代币", "币"],
  ["❤️ heart 👨‍👩‍👧", "❤️"],
  ["Dollar & Co. KG", "D&C"],
  ["<script>alert(1)</script>", "<b>"], // hostile to a page, which shows it as text: X01
];
test.each(clean)("%j (%j) is neither", (name, symbol) => {
  expect(judge(name, symbol)).toEqual(CLEAN);
});

/** Any code points; fast-check's own "binary" strings take seconds to set up. */
const anyText = fc
  .array(fc.nat({ max: 0x10ffff }), { maxLength: 128 })
  .map((points) => String.fromCodePoint(...points));

test("a symbol resembles itself in any letter case and form, and resemblance is symmetric", () => {
  const text = fc.oneof(fc.string(), anyText, fc.constantFrom("İ", "ß", "ǅ", "ﬃ", "e\u0301", "👨‍👩‍👧"));
  fc.assert(
    fc.property(text, text, (one, other) => {
      const set = createSymbolSet([one]);
      const isVisible = set.looksLikeOne(one);
      const forms = [one.normalize("NFD"), ` ${one}\u200d`];
      expect(forms.map((form) => set.looksLikeOne(form))).toEqual(forms.map(() => isVisible));
      expect(set.looksLikeOne(other)).toBe(createSymbolSet([other]).looksLikeOne(one));
    }),
  );
});

test("replacing a letter by a foreign one that looks Latin doesn't evade the check", () => {
  const twins: Record<string, string> = {
    A: "А",
    C: "С",
    E: "Ε",
    H: "Н",
    I: "Ι",
    O: "О",
    P: "Р",
    S: "Ѕ",
    T: "Т",
    X: "Х",
  };
  const letters = fc.array(fc.constantFrom(...Object.keys(twins)), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(letters, fc.nat(), (word, at) => {
      const disguised = word.map((letter, index) => (index === at % word.length ? twins[letter]! : letter)).join("");
      expect(disguised).not.toBe(word.join(""));
      expect(createSymbolSet([word.join("")]).looksLikeOne(disguised)).toBe(true);
    }),
  );
});

test("no text, however long or unusual, slows or breaks the classification", () => {
  fc.assert(
    fc.property(anyText, anyText, (name, symbol) => {
      expect(Object.keys(judge(name, symbol))).toEqual(["isScam", "isSuspicious"]);
    }),
  );
});
