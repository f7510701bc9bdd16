import fc from "fast-check";
import { concatHex, encodeErrorResult, numberToHex, parseAbiItem, toFunctionSelector } from "viem";
import type { Abi, Hex } from "viem";
import { expect, test } from "vitest";
import { readRevert } from "./readRevert.ts";
import { revertErrors } from "./revertErrors.ts";
import { alice } from "./testing/encodeCall.ts";

const encode = (signature: string, args: unknown[] = []): Hex => {
  const abi = [parseAbiItem(`error ${signature}`)] as Abi;
  return encodeErrorResult({ abi, errorName: signature.slice(0, signature.indexOf("(")), args });
};
const panic = (code: bigint) => concatHex(["0x4e487b71", numberToHex(code, { size: 32 })]);
const text = (message: string) => encode("Error(string message)", [message]);

test("a reason is the contract's text, on one line and at most 512 characters", () => {
  expect(readRevert(text("ERC20: transfer amount exceeds balance"))).toEqual({
    reason: "ERC20: transfer amount exceeds balance",
    kind: "string",
  });
  expect(readRevert(text("GS013"))).toEqual({ reason: "GS013", kind: "string" });
  expect(readRevert(text("a\n\u0000b")).reason).toBe("a b");
  expect(readRevert(text("x".repeat(10_000))).reason).toHaveLength(512);
  expect(readRevert(text(""))).toEqual({ reason: "", kind: "string" });
});

test("a panic is named", () => {
  expect(readRevert(panic(0x11n))).toEqual({ reason: "Panic(0x11): arithmetic underflow or overflow", kind: "panic" });
  expect(readRevert(panic(1n)).reason).toBe("Panic(0x01): assertion failed");
  expect(readRevert(panic(0x99n)).reason).toBe("Panic(0x99)");
});

test("custom errors are shown with their values, nested errors included", () => {
  const balance = encode("ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)", [alice, 1n, 2n]);
  expect(readRevert(balance)).toEqual({ reason: `ERC20InsufficientBalance(${alice}, 1, 2)`, kind: "custom" });
  expect(readRevert(encode("V3TooLittleReceived()")).reason).toBe("V3TooLittleReceived()");
  const failed = (inner: Hex) => encode("ExecutionFailed(uint256 commandIndex, bytes message)", [1n, inner]);
  expect(readRevert(failed(text("TRANSFER_FAILED"))).reason).toBe("ExecutionFailed(1, TRANSFER_FAILED)");
  expect(readRevert(failed(balance)).reason).toBe(`ExecutionFailed(1, ERC20InsufficientBalance(${alice}, 1, 2))`);
  expect(readRevert(failed("0x")).reason).toBe("ExecutionFailed(1, 0x)");
  const deep = failed(failed(failed(failed(failed("0x")))));
  expect(readRevert(deep).reason).toMatch(/^ExecutionFailed\(1, ExecutionFailed\(1, ExecutionFailed\(1, Exe.*0x/);
  const operation = encode("FailedOpWithRevert(uint256 opIndex, string reason, bytes inner)", [
    0n,
    "AA23 reverted",
    text("no"),
  ]);
  expect(readRevert(operation).reason).toBe("FailedOpWithRevert(0, AA23 reverted, no)");
});

test("unknown errors are marked as such, and empty data has no reason", () => {
  expect(readRevert("0x12345678")).toEqual({ reason: "unknown error 0x12345678", kind: "unknown" });
  expect(readRevert("0x08c379a0")).toEqual({ reason: "unknown error 0x08c379a0", kind: "unknown" });
  expect(readRevert("0xab")).toEqual({ reason: "unknown error 0xab", kind: "unknown" });
  expect(readRevert("0x")).toEqual({ reason: "", kind: "none" });
  expect(readRevert("rubbish" as Hex)).toEqual({ reason: "", kind: "none" });
});

test("every error of the table can be decoded, and no two share a selector", () => {
  const selectors = new Set(revertErrors.map((signature) => toFunctionSelector(`function ${signature}`)));
  expect(selectors.size).toBe(revertErrors.length);
  for (const signature of revertErrors) expect(parseAbiItem(`error ${signature}`)).toMatchObject({ type: "error" });
});

test("it never throws", () => {
  expect(readRevert(`0xdeadbeef${"ab".repeat(8_000_000)}`)).toMatchObject({ kind: "unknown" });
  const anySelector = fc.constantFrom(...revertErrors.map((signature) => toFunctionSelector(`function ${signature}`)));
  const anyBytes = fc.uint8Array({ maxLength: 200 }).map((bytes): Hex => `0x${Buffer.from(bytes).toString("hex")}`);
  const anyData = fc.oneof(
    anyBytes,
    fc.tuple(anySelector, anyBytes).map((parts) => concatHex(parts)),
  );
  const reasons = fc.sample(anyData, 1_000).map((data) => readRevert(data).reason);
  expect(reasons.filter((reason) => reason.length > 512)).toEqual([]);
});
