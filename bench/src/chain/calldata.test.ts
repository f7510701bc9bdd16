import { decodeFunctionData, encodeFunctionResult, multicall3Abi } from "viem";
import { expect, test } from "vitest";
import {
  type Call,
  decodeAggregate3,
  decodeResults,
  encode,
  encodeAggregate3,
  encodeAggregate3Value,
  encodeResults,
} from "./calldata.ts";

const owner = "0x00000000000000000000000000000000000a11ce";
const token = "0x0000000000000000000000000000000000000b0b";
const calls: Call[] = [
  { to: token, data: encode("transferFrom", owner, token, 7n) },
  { to: owner, data: "0x", value: 5n },
  { to: token, data: encode("balanceOf", owner) },
];

test("aggregate3 is decoded the same by viem's ABI and by this encoder", () => {
  const data = encodeAggregate3(calls);
  const { args } = decodeFunctionData({ abi: multicall3Abi, data });
  expect(JSON.stringify(args).toLowerCase()).toBe(
    JSON.stringify([
      calls.map(({ to, data: callData }) => ({ target: to, allowFailure: true, callData })),
    ]).toLowerCase(),
  );
  expect(decodeAggregate3(data)).toEqual(calls.map(({ to, data: callData }) => ({ to, data: callData })));
});

test("aggregate3Value has each call's wei in its third word", () => {
  const data = encodeAggregate3Value(calls);
  expect(data.startsWith("0x174dea71")).toBe(true);
  expect(data).toContain(`${owner.slice(2).padStart(64, "0")}${"0".repeat(64)}${"5".padStart(64, "0")}`);
});

test("results are encoded as Multicall3 returns them, a failure with empty data", () => {
  const results = [`0x${"12".repeat(32)}`, null, "0x", `0x${"ab".repeat(40)}`] as const;
  const data = encodeFunctionResult({
    abi: multicall3Abi,
    functionName: "aggregate3",
    result: results.map((result) => ({ success: result !== null, returnData: result ?? "0x" })),
  });
  expect(encodeResults(results)).toBe(data);
  expect(decodeResults(data)).toEqual(results);
});
