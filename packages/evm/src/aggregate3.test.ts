import * as fc from "fast-check";
import { decodeFunctionData, encodeAbiParameters, encodeFunctionData, toFunctionSelector } from "viem";
import type { Address, Hex } from "viem";
import { expect, test } from "vitest";
import { multicall3Abi } from "./abis.ts";
import { decodeAggregate3, encodeAggregate3 } from "./aggregate3.ts";

const hex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString("hex")}`;
const bytes = fc.uint8Array({ maxLength: 100 }).map(hex);
const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((value): Address => hex(value));

test("calls are encoded as viem encodes them", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ to: address, data: bytes }), { maxLength: 20 }), (calls) => {
      const args = calls.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }));
      expect(encodeAggregate3(calls)).toBe(
        encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [args] }),
      );
    }),
  );
});

test("results are decoded as viem encodes them, failures as null", () => {
  const result = { type: "tuple[]", components: [{ type: "bool" }, { type: "bytes" }] } as const;
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), bytes), { maxLength: 20 }), (results) => {
      const data = encodeAbiParameters([result], [results]);
      expect(decodeAggregate3(data, results.length)).toEqual(results.map(([ok, value]) => (ok ? value : null)));
    }),
  );
});

test("malformed results of any kind are an error", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }).map(hex), (data) => {
      expect(() => decodeAggregate3(data, 3)).toThrow(RangeError);
    }),
  );
});

test("the selector is aggregate3's", () => {
  expect(encodeAggregate3([]).slice(0, 10)).toBe(toFunctionSelector("aggregate3((address,bool,bytes)[])"));
  expect(decodeFunctionData({ abi: multicall3Abi, data: encodeAggregate3([]) }).functionName).toBe("aggregate3");
});
