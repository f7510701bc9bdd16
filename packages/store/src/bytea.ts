import { writeHex } from "./hexBytes.ts";

/** A lower-case address, 0x and 40 hex digits: 20 bytes. */
export type Address = `0x${string}`;
/** 0x and hex digits, lower-case. */
export type Hex = `0x${string}`;

/**
 * PostgreSQL's own text for a bytea, `\x` and hex digits, in both directions. It is a type of its own because a plain
 * `0x…` would be taken for text, and silently match nothing.
 */
export type Bytea = `\\x${string}`;

/** @param hex - In any case. */
export const toBytea = (hex: Hex): Bytea => `\\x${hex.slice(2).toLowerCase()}`;

export const fromBytea = (bytea: Bytea): Hex => `0x${bytea.slice(2)}`;

/**
 * An array parameter: `$1::bytea[]`, in PostgreSQL's binary format, which takes a third of the time of its text on either
 * side. @throws RangeError for what is no hex.
 * @see https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/utils/adt/arrayfuncs.c (array_recv)
 */
export function toByteaArray(values: readonly Hex[]): Buffer {
  const size = values.reduce((sum, hex) => sum + 4 + countBytes(hex), 20);
  const array = Buffer.allocUnsafe(size);
  array.writeInt32BE(values.length === 0 ? 0 : 1, 0); // dimensions
  array.writeInt32BE(0, 4); // no nulls
  array.writeInt32BE(BYTEA, 8);
  if (values.length === 0) return array.subarray(0, 12);
  array.writeInt32BE(values.length, 12);
  array.writeInt32BE(1, 16); // the first index
  let at = 20;
  for (const hex of values) {
    const bytes = countBytes(hex);
    at = array.writeInt32BE(bytes, at);
    writeHex(hex, bytes, array, at);
    at += bytes;
  }
  return array;
}

/** The type's number in every PostgreSQL. */
const BYTEA = 17;
const countBytes = (hex: Hex): number => (hex.length - 2) >> 1;

/** An array parameter of numbers: `$1::numeric[]`, `$1::bigint[]`. */
export const toNumberArray = (values: readonly (bigint | number)[]): string => `{${values.join(",")}}`;

/** The same, of what may be unknown. */
export const toNullableArray = (values: readonly (bigint | number | null)[]): string =>
  `{${values.map((value) => value ?? "NULL").join(",")}}`;
