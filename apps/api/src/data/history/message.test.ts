import type { Hex } from "@portico/evm";
import { expect, test } from "vitest";
import { readMessage } from "./message.ts";

const hex = (bytes: Buffer | string): Hex => `0x${Buffer.from(bytes).toString("hex")}`;

test.each(["gm", "Please return the funds 🙏\nThank you", "Привет, мир", "👩‍👩‍👧 ❤️", " x "])("%j is a message", (text) => {
  expect(readMessage(hex(text), false)).toBe(text);
});

test.each([
  ["nothing", ""],
  ["blanks", " \n\t "],
  ["a control character", "gm\u0000"],
  ["the end of a line that a terminal writes over", "you lost\rgm"],
  ["an odd end of a line", "gm\u2028gm"],
  ["characters that turn the order of letters", "abc\u202Ecba"],
  ["a zero-width space", "pay\u200Bpal"],
  ["private characters", "\uE000"],
  ["what is no UTF-8", Buffer.from("ff00", "hex")],
  ["calldata of a transfer", Buffer.from(`a9059cbb${"00".repeat(12)}${"11".repeat(20)}${"00".repeat(31)}01`, "hex")],
])("%s is not a message", (_what, bytes) => {
  expect(readMessage(hex(bytes), false)).toBeUndefined();
});

test("line endings are normalized", () => {
  expect(readMessage(hex("gm\r\ngn\n"), false)).toBe("gm\ngn\n");
});

test("a text truncated within a character is read up to it", () => {
  const cut = Buffer.from("abc🙏").subarray(0, 5);
  expect(readMessage(hex(cut), true)).toBe("abc");
  expect(readMessage(hex(cut), false)).toBeUndefined();
});
