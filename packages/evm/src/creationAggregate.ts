import type { Hex } from "viem";
import type { Call } from "./aggregate3.ts";

/**
 * Code of a contract creation that eth_call simulates: it reads the calls appended to it, makes each by STATICCALL,
 * and returns the results as the created contract's code. No call can affect later ones, and the node needs to support
 * nothing
 * but eth_call. A call is encoded as target, two bytes of length, data; a result as one byte for success, three of
 * length, data.
 */
const PROGRAM = [
  "605c380380605c600039806000", // end = CODESIZE - 92; CODECOPY(0, 92, end); out = end; at = 0
  "5b82811015605557", // while at < end:
  "80518060601c9060501c61ffff1691601601", // target, length = MLOAD(at); at += 22
  "600060008483855afa", // ok = STATICCALL(GAS, target, at, length, 0, 0)
  "3d8102", // size = RETURNDATASIZE * ok
  "9060f81b8160e01b178552", // MSTORE(out, ok << 248 | size << 224)
  "806000866004013e", // RETURNDATACOPY(out + 4, 0, size)
  "600401938401935091905001600d56", // out += 4 + size; at += length
  "5b5081900390f3", // RETURN(end, out - end)
].join("");

/** EIP-3860. */
const MAX_CREATION_BYTES = 49_152;
/** EIP-170. */
const MAX_RESULT_BYTES = 24_576;
/** Of one call: less than two bytes of length allow, and with the gas proof still within a creation's limit. */
const MAX_CALL_BYTES = 0xa000;
const HEADER_BYTES = 22;
const RESULT_HEADER_BYTES = 4;

/** Names and similar strings are read by calls without arguments: their length is not known in advance. */
const TEXT_BYTES = 128;
const WORD_BYTES = 32;
const SELECTOR_LENGTH = "0x12345678".length;

const countBytes = ({ data }: Call): number => data.length / 2 - 1;

/** Splits calls into aggregates, with `tail` appended to each. */
export function splitForCreation(calls: readonly Call[], tail: readonly Call[]): Call[][] {
  const tailBytes = tail.reduce((sum, call) => sum + HEADER_BYTES + countBytes(call), PROGRAM.length / 2);
  const tailResult = tail.length * (MAX_RESULT_BYTES >> 3);
  const parts: Call[][] = [];
  let [input, output] = [Number.POSITIVE_INFINITY, 0];
  for (const call of calls) {
    const [more, result] = [
      HEADER_BYTES + countBytes(call),
      RESULT_HEADER_BYTES + (call.data.length > SELECTOR_LENGTH ? WORD_BYTES : TEXT_BYTES),
    ];
    if (input + more > MAX_CREATION_BYTES || output + result > MAX_RESULT_BYTES) {
      parts.push([]);
      [input, output] = [tailBytes, tailResult];
    }
    input += more;
    output += result;
    parts.at(-1)!.push(call);
  }
  return parts.length === 0 ? [[...tail]] : parts.map((part) => [...part, ...tail]);
}

/** Whether each call fits by itself. */
export const fitsCreation = (calls: readonly Call[]): boolean =>
  calls.every((call) => countBytes(call) <= MAX_CALL_BYTES);

/** The data of an eth_call without `to`. */
export const encodeCreation = (calls: readonly Call[]): Hex => `0x${PROGRAM}${calls.map(encodeCall).join("")}`;

const encodeCall = (call: Call): string =>
  `${call.to.slice(2).toLowerCase()}${countBytes(call).toString(16).padStart(4, "0")}${call.data.slice(2)}`;

/** @returns each call's return data, or null where it failed; undefined if this is not the program's output. */
export function decodeCreation(data: Hex, count: number): (Hex | null)[] | undefined {
  const results: (Hex | null)[] = [];
  let at = 2;
  while (at < data.length) {
    const flag = data.slice(at, at + 2);
    const from = at + 2 * RESULT_HEADER_BYTES;
    const to = from + 2 * Number(`0x${data.slice(at + 2, from)}`);
    if ((flag !== "00" && flag !== "01") || !(to <= data.length)) return undefined;
    results.push(flag === "01" ? `0x${data.slice(from, to)}` : null);
    at = to;
  }
  return results.length === count ? results : undefined;
}
