import type { Address, Hex } from "viem";

export interface Call {
  readonly to: Address;
  /** Calldata, `0x…`. */
  readonly data: Hex;
  /** Wei. */
  readonly value?: bigint;
}

const SELECTORS = {
  transfer: "0xa9059cbb",
  transferFrom: "0x23b872dd",
  approve: "0x095ea7b3",
  balanceOf: "0x70a08231",
  getEthBalance: "0x4d2301cc",
  aggregate3: "0x82ad56cb",
  aggregate3Value: "0x174dea71",
} as const;

const word = (value: bigint | number | Address): string =>
  (typeof value === "string" ? value.slice(2).toLowerCase() : value.toString(16)).padStart(64, "0");

/**
 * Encodes the calls that the traffic and the balance reads use. Hand-written: a general ABI encoder takes a hundred
 * times as long.
 */
export const encode = (name: keyof typeof SELECTORS, ...words: readonly (bigint | Address)[]): Hex =>
  `${SELECTORS[name]}${words.map(word).join("")}`;

/** Multicall3.aggregate3 in which every call may fail. */
export const encodeAggregate3 = (calls: readonly Call[]): Hex =>
  encodeCalls("aggregate3", calls, ({ to }) => `${word(to)}${word(1)}${word(0x60)}`);

/** Multicall3.aggregate3Value: calls carry wei, and none may fail. */
export const encodeAggregate3Value = (calls: readonly Call[]): Hex =>
  encodeCalls("aggregate3Value", calls, ({ to, value = 0n }) => `${word(to)}${word(0)}${word(value)}${word(0x80)}`);

function encodeCalls(
  name: "aggregate3" | "aggregate3Value",
  calls: readonly Call[],
  head: (call: Call) => string,
): Hex {
  const tuples = calls.map((call) => {
    const data = call.data.slice(2);
    return `${head(call)}${word(data.length / 2)}${data.padEnd(Math.ceil(data.length / 64) * 64, "0")}`;
  });
  let at = calls.length * 32;
  const offsets = tuples.map((tuple) => {
    const offset = word(at);
    at += tuple.length / 2;
    return offset;
  });
  return `${SELECTORS[name]}${word(0x20)}${word(calls.length)}${offsets.join("")}${tuples.join("")}`;
}

export const isAggregate3 = (data: Hex): boolean => data.startsWith(SELECTORS.aggregate3);

/** The entries of an aggregate3; targets and calldata in lower case. */
export function decodeAggregate3(data: Hex): Call[] {
  const read = (at: number): number => Number(`0x${data.slice(10 + at * 2, 74 + at * 2)}`);
  const list = read(0);
  const start = list + 32;
  return Array.from({ length: read(list) }, (_, index) => {
    const tuple = start + read(start + index * 32);
    const bytes = tuple + read(tuple + 64);
    const from = 10 + (bytes + 32) * 2;
    const to: Address = `0x${data.slice(34 + tuple * 2, 74 + tuple * 2)}`;
    return { to, data: `0x${data.slice(from, from + read(bytes) * 2)}` };
  });
}

/** The return data of aggregate3 for these results; null is a failed call. */
export function encodeResults(results: readonly (Hex | null)[]): Hex {
  let at = results.length * 32;
  let [offsets, tuples] = ["", ""];
  for (const result of results) {
    const data = result?.slice(2) ?? "";
    const padded = data.padEnd(Math.ceil(data.length / 64) * 64, "0");
    offsets += word(at);
    tuples += `${result === null ? word(0) : word(1)}${word(0x40)}${word(data.length / 2)}${padded}`;
    at += 96 + padded.length / 2;
  }
  return `0x${word(0x20)}${word(results.length)}${offsets}${tuples}`;
}

/** The results of aggregate3; null for a failed call. */
export function decodeResults(data: Hex): (Hex | null)[] {
  const read = (at: number): number => Number(`0x${data.slice(2 + at * 2, 66 + at * 2)}`);
  const list = read(0);
  const start = list + 32;
  return Array.from({ length: read(list) }, (_, index) => {
    const tuple = start + read(start + index * 32);
    const bytes = tuple + read(tuple + 32);
    const from = 2 + (bytes + 32) * 2;
    return read(tuple) === 1 ? (`0x${data.slice(from, from + read(bytes) * 2)}` as const) : null;
  });
}
