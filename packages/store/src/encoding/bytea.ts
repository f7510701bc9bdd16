import { writeHex } from "./hexBytes.ts";
import type { Hex } from "./hexBytes.ts";

export type { Hex };

/** A lower-case address, 0x and 40 hex digits: 20 bytes. */
export type Address = `0x${string}`;

/**
 * PostgreSQL's text format of bytea, `\x` and hex digits, in both directions. A separate type, because a plain
 * `0x…` would be treated as text, and silently match nothing.
 */
export type Bytea = `\\x${string}`;

/** The account that mints come from and burns go to. */
export const ZERO: Bytea = `\\x${"0".repeat(40)}`;
/** The address that represents a chain's native coin. */
export const NATIVE: Bytea = `\\x${"e".repeat(40)}`;

/** @param hex - In any case. */
export const toBytea = (hex: Hex): Bytea => `\\x${hex.slice(2).toLowerCase()}`;

export const fromBytea = (bytea: Bytea): Hex => `0x${bytea.slice(2)}`;

/**
 * An array parameter: `$1::bytea[]`, in PostgreSQL's binary format, which takes a third of the time of the text format
 * on both
 * sides. @throws RangeError for invalid hex.
 * @see https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/utils/adt/arrayfuncs.c (array_recv)
 */
export function toByteaArray(values: readonly Hex[]): Buffer {
  const array = startArray(
    values.length,
    values.reduce((sum, hex) => sum + 4 + countBytes(hex), 0),
  );
  let at = HEAD;
  for (const hex of values) {
    const bytes = countBytes(hex);
    at = array.writeInt32BE(bytes, at);
    writeHex(hex, bytes, array, at);
    at += bytes;
  }
  return array;
}

/** The same from binary data: a value every `step` bytes. */
export function sliceByteaArray(
  values: Buffer,
  { from, bytes, step }: Record<"bytes" | "from" | "step", number>,
): Buffer {
  const count = Math.floor(values.length / step);
  const array = startArray(count, count * (4 + bytes));
  let at = HEAD;
  for (let start = from; at < array.length; start += step) {
    at = array.writeInt32BE(bytes, at);
    at += values.copy(array, at, start, start + bytes);
  }
  return array;
}

/** OID of the type in every PostgreSQL. */
const BYTEA = 17;
/** Header of a non-empty array. */
const HEAD = 20;

function startArray(count: number, bytes: number): Buffer {
  const array = Buffer.allocUnsafe(HEAD + bytes);
  array.writeInt32BE(count === 0 ? 0 : 1, 0); // dimensions
  array.writeInt32BE(0, 4); // no nulls
  array.writeInt32BE(BYTEA, 8);
  array.writeInt32BE(count, 12);
  array.writeInt32BE(1, 16); // the first index
  return count === 0 ? array.subarray(0, 12) : array;
}

const countBytes = (hex: Hex): number => (hex.length - 2) >> 1;

/** An array parameter of numbers: `$1::numeric[]`, `$1::bigint[]`. */
export const toNumberArray = (values: readonly (bigint | number)[]): string => `{${values.join(",")}}`;

/** The same of booleans: `$1::boolean[]`. */
export const toBooleanArray = (values: readonly boolean[]): string => `{${values.join(",")}}`;

/** An array parameter of numbers with nulls. */
export const toNullableArray = (values: readonly (bigint | number | null)[]): string =>
  `{${values.map((value) => value ?? "NULL").join(",")}}`;

/** An array parameter with nulls: `$1::bytea[]`, as text. */
export const toNullableByteaArray = (values: readonly (Hex | null)[]): string =>
  `{${values.map((hex) => (hex === null ? "NULL" : `"\\${toBytea(hex)}"`)).join(",")}}`;
