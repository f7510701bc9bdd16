import { expect, test } from "vitest";
import { wrapText } from "./wrapText.ts";

test("text is broken at spaces and in long words, and its rest is left out", () => {
  expect(wrapText("aa bb cc", { width: 5, lines: 3 })).toEqual(["aa bb", "cc"]);
  expect(wrapText("a".repeat(7), { width: 5, lines: 3 })).toEqual(["aaaaa", "aa"]);
  expect(wrapText("aa bbbbb cc dd", { width: 5, lines: 2 })).toEqual(["aa", "bbbb…"]);
  expect(wrapText("😀😀😀", { width: 2, lines: 2 })).toEqual(["😀😀", "😀"]);
  expect(wrapText("", { width: 2, lines: 2 })).toEqual([]);
});
