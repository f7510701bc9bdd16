import { encodeFunctionData, parseAbi } from "viem";
import { expect, test } from "vitest";
import { encodeCall } from "./encodeCall.ts";

const abi = parseAbi([
  "function factory() view returns (address)",
  "function deposit(uint256 pid, uint256 amount)",
  "function deposit(uint256 amount)",
  "function getPair(address one, address other) view returns (address)",
]);
const [one, other] = [`0x${"11".repeat(20)}`, `0x${"22".repeat(20)}`] as const;

test.each([
  { abi, functionName: "factory" },
  { abi, functionName: "getPair", args: [one, other] },
  { abi, functionName: "deposit", args: [1n] },
  { abi, functionName: "deposit", args: [1n, 2n] },
])("$functionName is encoded as viem does, each time", (call) => {
  const expected = encodeFunctionData(call as Parameters<typeof encodeFunctionData>[0]);
  expect([encodeCall(call), encodeCall(call)]).toEqual([expected, expected]);
});

test("missing arguments and unknown functions are errors", () => {
  expect(() => encodeCall({ abi, functionName: "getPair", args: [one] })).toThrow("length");
  expect(() => encodeCall({ abi, functionName: "gone" })).toThrow("gone");
});
