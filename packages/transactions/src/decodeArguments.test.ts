import fc from "fast-check";
import { concatHex, decodeAbiParameters, encodeAbiParameters, numberToHex, padHex, parseAbiParameters } from "viem";
import type { AbiParameter, Hex } from "viem";
import { expect, test } from "vitest";
import { decodeArguments } from "./decodeArguments.ts";
import { anyValues } from "./testing/anyArguments.ts";

const words = (...numbers: (bigint | number)[]): Hex =>
  concatHex(numbers.map((number) => numberToHex(number, { size: 32 })));

const types: readonly AbiParameter[][] = [
  "uint256 a, uint8 b, uint48 c, uint56 d, uint160 e",
  "int24 a, int256 b, int56 c, bool d",
  "address a, bytes32 b, bytes4 c, bytes d, string e",
  "uint256[] a, address[2] b, bytes[] c, string[2] d",
  "uint8[2][] a, bytes[][2] b, string[][] c, int8[3][2] d",
  "(address to, uint256 value) a, (bytes data, bool[] flags) b",
  "((uint256 a, (string b, int24 c)[] d) e, bytes4[2] f)[] a, uint256 b",
  "(address, bytes)[2] a, ((bool) b)[] c",
].map((one) => [...parseAbiParameters(one)] as AbiParameter[]);

const lowerAddresses = (value: unknown): unknown => {
  if (typeof value === "string") return /^0x[0-9a-f]{40}$/i.test(value) ? value.toLowerCase() : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(lowerAddresses);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, lowerAddresses(part)]));
};

test("it decodes an encoder's output as viem does, with lower-case addresses", () => {
  const typed = types.map((parameters) => anyValues(parameters).map((values) => ({ parameters, values })));
  fc.assert(
    fc.property(fc.oneof(...typed), ({ parameters, values }) => {
      const data = encodeAbiParameters(parameters, values);
      expect(decodeArguments(parameters, data)).toEqual(lowerAddresses(decodeAbiParameters(parameters, data)));
    }),
    { numRuns: 400 },
  );
});

test("it never throws, and returns no value that the type doesn't allow", () => {
  const anyBytes = fc.uint8Array({ maxLength: 400 }).map((bytes): Hex => `0x${Buffer.from(bytes).toString("hex")}`);
  const read = fc.sample(fc.tuple(fc.constantFrom(...types), anyBytes), 500).flatMap(([parameters, data]) => {
    const values = decodeArguments(parameters, data);
    return values === undefined ? [] : [encodeAbiParameters(parameters, values)];
  });
  expect(read.length).toBeLessThan(500);
});

test("data that no encoder writes is rejected", () => {
  const refused: [string, Hex][] = [
    ["address a", padHex("0x01", { size: 32, dir: "right" })],
    ["uint8 a", words(256)],
    ["int8 a", words(128)],
    ["bool a", words(2)],
    ["bytes4 a", words(1)],
    ["uint256 a, uint256 b", words(1)],
    ["bytes a", words(32, 33, 0)],
    ["bytes a", words(2n ** 255n)],
    ["uint256[] a", words(32, 2n ** 40n)],
    ["string[2] a", words(32, 64)],
  ];
  expect(refused.filter(([text, data]) => decodeArguments(parseAbiParameters(text), data) !== undefined)).toEqual([]);
  expect(decodeArguments(parseAbiParameters("int8 a, bytes4 b"), words(-1n + 2n ** 256n, 2n ** 255n))).toEqual([
    -1,
    "0x80000000",
  ]);
});

test("when lenient, excess bits are ignored, and missing bytes of the last word are zero", () => {
  const read = (text: string, data: Hex, isWhole = true) =>
    decodeArguments(parseAbiParameters(text), data, { isLenient: true, isWhole });
  expect(read("address a", `0x${"ff".repeat(12)}${"ab".repeat(20)}`)).toEqual([`0x${"ab".repeat(20)}`]);
  expect(read("uint8 a, int8 b, uint160 c, bool d", words(257, 255, 2n ** 160n + 1n, 256))).toEqual([1, -1, 1n, true]);
  expect(read("bytes4 a", `0x${"ab".repeat(32)}`)).toEqual(["0xabababab"]);
  expect(read("uint256 a, uint256 b", concatHex([words(1), "0x80"]))).toEqual([1n, 2n ** 255n]);
  expect(read("uint256 a, uint256 b", concatHex([words(1), "0x80"]), false)).toBeUndefined();
  expect(read("uint256 a, uint256 b", words(1))).toBeUndefined();
  expect(read("bytes a", words(32, 33, 0))).toBeUndefined();
});

test("data after the values is ignored", () => {
  expect(decodeArguments(parseAbiParameters("uint256 a"), concatHex([words(7), "0xdeadbeef"]))).toEqual([7n]);
});

test("offsets that share data can't amplify it", () => {
  const [parameters, pointers, size] = [parseAbiParameters("bytes[] a"), 1_000, 100_000];
  const heads = Array.from({ length: pointers }, () => 32 * pointers);
  const data = concatHex([words(32, pointers, ...heads, size), `0x${"ab".repeat(size)}`]);
  expect(decodeArguments(parameters, data)).toBeUndefined();
});

test("strings do not share data", () => {
  const parameters = parseAbiParameters("bytes a, string b");
  const text: Hex = `0x${"61".repeat(1_000)}`;
  expect(decodeArguments(parameters, concatHex([words(64, 64, 1_000), text]))).toBeUndefined();
  expect(decodeArguments(parameters, words(64, 64, 0))).toEqual(["0x", ""]);
});

test("long lists of small tuples are not amplified", () => {
  const parameters = parseAbiParameters("((uint8 a) b, bytes c)[] d, ((uint8 a) b)[] e");
  const values = [
    Array.from({ length: 1_000 }, () => ({ b: { a: 1 }, c: "0x" as const })),
    Array.from({ length: 1_000 }, () => ({ b: { a: 2 } })),
  ] as const;
  expect(decodeArguments(parameters, encodeAbiParameters(parameters, values))).toEqual(values);
});

test("arrays of empty types terminate", () => {
  const nothing = [{ type: "tuple[]", name: "a", components: [] }];
  expect(decodeArguments(nothing, words(32, 32))).toEqual([Array.from({ length: 32 }, () => [])]);
  const endless = [{ type: "tuple[4000000000]", name: "a", components: [] }];
  expect(decodeArguments(endless, words(1))).toBeUndefined();
});
