import type { UnsignedTx } from "@portico/contract";
import { expect, test } from "vitest";
import { readUnsignedTx } from "./readUnsignedTx.ts";

const FROM = "0x5853eD4f26A3fceA565b3FBC698bb19cdF6DEB85";
const TO = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const read = (tx: Partial<UnsignedTx> = {}) => readUnsignedTx({ chainId: 1, from: FROM, ...tx }, "tx");

test.each([1, "1", "0x1", "0x01", "eth"])("chainId %j is Ethereum", (chainId) => {
  expect(read({ chainId }).chain.slug).toBe("eth");
});

test.each([0, 999_999_999, 1.5, "0x", "ETH", "ethereum", "-1", "1e0", `0x${"f".repeat(64)}`, "__proto__"])(
  "chainId %j is not a chain, and the error names the field",
  (chainId) => {
    expect(() => read({ chainId })).toThrow(
      expect.objectContaining({ code: "invalid_chain", message: expect.stringContaining("tx.chainId") as string }),
    );
  },
);

test.each([
  ["", undefined],
  ["0x", 0n],
  ["0x0", 0n],
  ["0x0a", 10n],
  ["0xFF", 255n],
  ["10", 10n],
  [10, 10n],
  [undefined, undefined],
])("a nonce of %o is %o", (nonce, expected) => {
  expect(read({ ...(nonce !== undefined && { nonce }) }).nonce).toBe(expected);
});

test("an absent value is 0, and 2^256-1 is exact in either spelling", () => {
  expect([read().rawValue, read({ value: "" }).rawValue]).toEqual([0n, 0n]);
  const max = 2n ** 256n - 1n;
  expect([read({ value: `0x${max.toString(16)}` }).rawValue, read({ value: `${max}` }).rawValue]).toEqual([max, max]);
});

test("addresses and calldata become lower case", () => {
  const { from, to, input } = read({ to: TO, data: "0xA9059CBB" });
  expect([from, to, input]).toEqual([FROM.toLowerCase(), TO.toLowerCase(), "0xa9059cbb"]);
});

test.each([[{}], [{ to: null }], [{ to: "" }]])("%j creates a contract", (tx) => {
  expect(read(tx).to).toBeUndefined();
});

test.each([
  [{}, "0x"],
  [{ data: "" }, "0x"],
  [{ data: "0xab" }, "0xab"],
  [{ input: "0xab" }, "0xab"],
  [{ data: "", input: "0xab" }, "0xab"],
  [{ data: "0xAB", input: "0xab" }, "0xab"],
])("%j has the calldata %s", (tx, expected) => {
  expect(read(tx).input).toBe(expected);
});

test.each([
  [{ value: `${2n ** 256n}` }, "tx.value"],
  [{ value: 2 ** 60 }, "tx.value"],
  [{ gas: `0x1${"0".repeat(16)}` }, "tx.gas"],
  [{ nonce: `${2n ** 64n - 1n}` }, "tx.nonce"],
  [{ data: "0xab", input: "0xcd" }, "tx.input"],
])("%o is rejected, naming the field", (tx, field) => {
  expect(() => read(tx)).toThrow(
    expect.objectContaining({ code: "invalid_params", errors: { [field]: expect.any(String) as string } }),
  );
});

test("fields that authorize others for the account are rejected, not ignored", () => {
  const withList = (authorizationList: unknown) => ({ authorizationList }) as Partial<UnsignedTx>;
  expect(() => read(withList([{ address: TO }]))).toThrow(
    expect.objectContaining({ errors: { "tx.authorizationList": expect.stringContaining("not supported") as string } }),
  );
  for (const list of [[], null, undefined]) expect(read(withList(list)).from).toBe(FROM.toLowerCase());
});
