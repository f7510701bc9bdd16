import type { Hex } from "viem";
import type { Call } from "./aggregate3.ts";

/**
 * Code of a contract that eth_call only pretends to create: it reads the calls that stand behind it, makes each by STATICCALL,
 * and leaves the results as the code of what it creates. Nothing that is called can change what those after it see, and the
 * node has to know nothing but eth_call. Of each call there is the target, two bytes of length, the data; of each result one
 * byte whether it succeeded, three of length, the data.
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
/** Of one call: less than the length's two bytes could tell, and with the proof of gas still a creation. */
const MAX_CALL_BYTES = 0xa000;
const HEADER_BYTES = 22;
const RESULT_HEADER_BYTES = 4;

/** Names and the like are read by calls without arguments: how long they are is not known before. */
const TEXT_BYTES = 128;
const WORD_BYTES = 32;
const SELECTOR_LENGTH = "0x12345678".length;

const countBytes = ({ data }: Call): number => data.length / 2 - 1;

/** The calls in as many aggregates as they need, with the last one of all, `tail`, in each of them. */
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

/** @returns each call's return data, or null where it failed; undefined when this is not what the program leaves. */
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
