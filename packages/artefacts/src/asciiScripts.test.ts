import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { toAscii } from "./asciiScripts.ts";

test.each([
  ["a text", String.raw`"é – 😀 \n \\é \é"`],
  ["a template", "`é${1}😀`"],
  ["a regular expression", String.raw`"aé–\\ß".replace(/[à-ÿ–]|\\ß|\ß/g, "x")`],
  ["one of whole characters", String.raw`"a😀".replace(/[😀]/u, "x")`],
  ["names", "({ é: 1, get ß() { return this.é; } }).ß"],
  ["a comment", "/* é */ 1"],
])("%s means the same in ASCII", (_kind, code) => {
  const ascii = toAscii(code);
  expect(ascii).toMatch(/^[\0-\x7F]*$/);
  expect(runInNewContext(`(${ascii})`)).toEqual(runInNewContext(`(${code})`));
});
