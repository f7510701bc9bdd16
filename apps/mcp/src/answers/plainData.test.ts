import { expect, test } from "vitest";
import { toPlainData } from "./plainData.ts";

test("exact integers are text; unseen characters of strings and names are written out; long strings are cut", () => {
  const tags = String.fromCodePoint(0xe0049, 0xe0067);
  expect(
    toPlainData({ raw: 2n ** 255n, name: "US\u202EDC\u0000\n\u2028\u200B", [`k\u0007`]: tags, code: "a".repeat(1500) }),
  ).toEqual({
    raw: (2n ** 255n).toString(),
    name: String.raw`US\u{202E}DC\u{0}\u{A}\u{2028}\u{200B}`,
    [String.raw`k\u{7}`]: String.raw`\u{E0049}\u{E0067}`,
    code: `${"a".repeat(1000)}…[500 more]`,
  });
});

test("markup, other scripts and null stay as they are", () => {
  const data = ["<img src=x>", "人民币", "שקל", "🦄", null, true, 1.5, []];
  expect(toPlainData(data)).toEqual(data);
});
