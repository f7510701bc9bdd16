import * as fc from "fast-check";
import { encodeAbiParameters, stringToHex } from "viem";
import type { Hex } from "viem";
import { expect, test } from "vitest";
import { decodeDecimals } from "./tokenMetadata.ts";
import { decodeTokenText, TOKEN_TEXT_MAX } from "./tokenText.ts";

const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, "0")}`;
const abiString = (text: string): Hex => encodeAbiParameters([{ type: "string" }], [text]);

test("a string is the contract's", () => {
  expect(decodeTokenText(abiString("Tether USD"))).toBe("Tether USD");
  expect(decodeTokenText(abiString(""))).toBe("");
});

test("hostile text is unchanged", () => {
  const text = "<script>alert(1)</script>\u202Egpj.exe\u0007";
  expect(decodeTokenText(abiString(text))).toBe(text);
});

test("bytes32 is text padded with zeros", () => {
  expect(decodeTokenText(stringToHex("MKR", { size: 32 }))).toBe("MKR");
});

test("NUL is removed and long text is truncated to whole characters", () => {
  expect(decodeTokenText(abiString("a\0b"))).toBe("ab");
  expect(decodeTokenText(abiString("x".repeat(100_000)))).toHaveLength(TOKEN_TEXT_MAX);
  expect(decodeTokenText(abiString("😀".repeat(1_000)))?.isWellFormed()).toBe(true);
});

test("a contract that returns nothing or nonsense has no text", () => {
  expect(decodeTokenText("0x")).toBeNull();
  expect(decodeTokenText("0x01")).toBeNull();
  expect(decodeTokenText(`0x${"ff".repeat(64)}`)).toBeNull();
  expect(decodeTokenText(`0x${"0".repeat(62)}20${"f".repeat(64)}`)).toBeNull();
});

test("any bytes give text that PostgreSQL can store, or null", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const text = decodeTokenText(`0x${Buffer.from(bytes).toString("hex")}`);
      if (text === null) return;
      expect(text.isWellFormed()).toBe(true);
      expect(text).not.toContain("\0");
      expect(text.length).toBeLessThanOrEqual(TOKEN_TEXT_MAX);
    }),
  );
});

test("decimals outside 0..255 are unknown", () => {
  expect(decodeDecimals(word(0n))).toBe(0);
  expect(decodeDecimals(word(255n))).toBe(255);
  expect(decodeDecimals(word(256n))).toBeNull();
  expect(decodeDecimals(word(2n ** 256n - 1n))).toBeNull();
  expect(decodeDecimals("0x12")).toBeNull();
});
