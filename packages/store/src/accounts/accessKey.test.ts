import * as fc from "fast-check";
import { expect, test } from "vitest";
import { hashAccessKey, isAccessKey, mintAccessKey } from "./accessKey.ts";

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => mintAccessKey(Buffer.from(bytes)));

test("any created key has the form and the checksum", () => {
  fc.assert(
    fc.property(key, (minted) => {
      expect(minted).toMatch(/^pk_[A-Za-z0-9_-]{49}$/);
      expect(isAccessKey(minted)).toBe(true);
    }),
  );
});

test("a key with one changed character is invalid", () => {
  const base64url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".split("");
  fc.assert(
    fc.property(key, fc.nat(51), fc.constantFrom(...base64url), (minted, at, other) => {
      fc.pre(minted[at] !== other);
      expect(isAccessKey(minted.slice(0, at) + other + minted.slice(at + 1))).toBe(false);
    }),
  );
});

test("no other text is a valid key, of any length or content", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => !isAccessKey(text)));
  const minted = mintAccessKey();
  for (const text of ["", "pk_", `${minted}\n`, ` ${minted}`, minted.slice(0, -1), minted.repeat(1000)]) {
    expect(isAccessKey(text)).toBe(false);
  }
});

test("parsing and hashing of a known key are stable", () => {
  const minted = mintAccessKey(Buffer.alloc(32, 7));
  expect(minted).toMatchInlineSnapshot(`"pk_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc4y8AVA"`);
  expect(hashAccessKey(minted)).toMatchInlineSnapshot(
    `"0x8bc352e3490e4b3666ea0c04db020b6fdaf316f4683131acb5d664be71b1ca0a"`,
  );
});

test("two created keys differ", () => {
  expect(mintAccessKey()).not.toBe(mintAccessKey());
});
