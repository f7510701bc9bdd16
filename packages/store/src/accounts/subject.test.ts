import fc from "fast-check";
import { expect, test } from "vitest";
import {
  byteaToSubject,
  contractSubject,
  keySubject,
  parseSubject,
  readSubject,
  type Subject,
  subjectToBytea,
} from "./subject.ts";

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString("hex")}`);
const chainId = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 999_999_999_999_999 }));
const parts = fc.record({ address, chainId: fc.option(chainId) });
const toSubject = (of: { address: `0x${string}`; chainId: number | null }): Subject =>
  of.chainId === null ? keySubject(of.address) : contractSubject(of.chainId, of.address);

test("a subject is the same read from text and from bytes, in either case of letters", () => {
  fc.assert(
    fc.property(parts, (one) => {
      const subject = toSubject(one);
      expect(readSubject(subject)).toEqual(one);
      expect(parseSubject(subject)).toBe(subject);
      expect(parseSubject(subject.replace(/[a-f\d]{40}$/, (digits) => digits.toUpperCase()))).toBe(subject);
      expect(byteaToSubject(subjectToBytea(subject))).toBe(subject);
    }),
  );
});

test("two accounts have the same text or bytes only if address and chain are equal", () => {
  const near = fc
    .tuple(parts, parts, fc.boolean())
    .map(([one, other, isShared]) => [one, isShared ? { ...other, address: one.address } : other]);
  fc.assert(
    fc.property(near, (pair) => {
      const [one, other] = pair.map(toSubject) as [Subject, Subject];
      const isSame = pair[0]!.address === pair[1]!.address && pair[0]!.chainId === pair[1]!.chainId;
      expect(one === other).toBe(isSame);
      expect(subjectToBytea(one) === subjectToBytea(other)).toBe(isSame);
    }),
  );
});

test.each([
  "",
  "0x",
  `0x${"a".repeat(39)}`,
  `0x${"a".repeat(41)}`,
  `0x${"g".repeat(40)}`,
  ` 0x${"a".repeat(40)}`,
  `0x${"a".repeat(40)}\n`,
  `eip155:0:0x${"a".repeat(40)}`,
  `eip155:01:0x${"a".repeat(40)}`,
  `eip155:-1:0x${"a".repeat(40)}`,
  `eip155:1:${"a".repeat(40)}`,
  `eip155:1:0x${"a".repeat(40)}:`,
  `eip155:1:eip155:8453:0x${"a".repeat(40)}`,
  `eip155:9999999999999999:0x${"a".repeat(40)}`,
  `solana:1:0x${"a".repeat(40)}`,
  `1:0x${"a".repeat(40)}`,
])("%j is not a subject", (text) => {
  expect(parseSubject(text)).toBeUndefined();
});
