import type { Address, Hex } from "viem";

/** A call in the form of eth_call. */
export interface Call {
  to: Address;
  data: Hex;
}

/** Selector of `aggregate3((address,bool,bytes)[])`. */
const SELECTOR = "0x82ad56cb";
const TRUE = word(1);
const BYTES_OFFSET = word(0x60);

/**
 * Encodes a call of Multicall3.aggregate3 in which every entry may fail.
 * Hand-written, because a general ABI encoder takes a hundred times as long and balances are read by the hundred
 * thousand.
 */
export function encodeAggregate3(calls: readonly Call[]): Hex {
  const tuples = calls.map(({ to, data }) => encodeCall3(to, data.slice(2)));
  let at = calls.length * 32;
  const offsets = tuples.map((tuple) => {
    const offset = word(at);
    at += tuple.length / 2;
    return offset;
  });
  return `${SELECTOR}${word(0x20)}${word(calls.length)}${offsets.join("")}${tuples.join("")}`;
}

const encodeCall3 = (to: Address, data: string): string =>
  `${to.slice(2).toLowerCase().padStart(64, "0")}${TRUE}${BYTES_OFFSET}${word(data.length / 2)}` +
  data.padEnd(Math.ceil(data.length / 64) * 64, "0");

function word(value: number): string {
  return value.toString(16).padStart(64, "0");
}

/**
 * Decodes the result of aggregate3: each entry's return data, or null where the call failed.
 * @throws RangeError if the data is not the encoding of `count` results.
 */
export function decodeAggregate3(data: Hex, count: number): (Hex | null)[] {
  const read = createReader(data);
  const list = read(0);
  if (read(list) !== count) throw new RangeError(`aggregate3 did not return ${count} results`);
  const start = list + 32;
  return Array.from({ length: count }, (_, index): Hex | null => {
    const tuple = start + read(start + index * 32);
    const bytes = tuple + read(tuple + 32);
    const length = read(bytes);
    const from = 2 + (bytes + 32) * 2;
    if (from + length * 2 > data.length) throw new RangeError("aggregate3 returned truncated data");
    return read(tuple) === 1 ? `0x${data.slice(from, from + length * 2)}` : null;
  });
}

/** Reads the word at a byte offset as a number that may be an offset or a length. */
function createReader(data: Hex): (at: number) => number {
  return (at) => {
    const hex = data.slice(2 + at * 2, 2 + (at + 32) * 2);
    const value = Number(`0x${hex}`);
    if (hex.length !== 64 || !Number.isSafeInteger(value)) throw new RangeError("aggregate3 returned malformed data");
    return value;
  };
}
