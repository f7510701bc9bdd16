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

/** An array parameter: `$1::bytea[]`. Written by hand because pg's own way quotes every element with three passes. */
export const toByteaArray = (values: readonly Hex[]): string =>
  `{${values.map((hex) => `"\\\\x${hex.slice(2).toLowerCase()}"`).join(",")}}`;

/** An array parameter of numbers: `$1::numeric[]`, `$1::bigint[]`. */
export const toNumberArray = (values: readonly (bigint | number)[]): string => `{${values.join(",")}}`;

/** The same, of what may be unknown. */
export const toNullableArray = (values: readonly (bigint | number | null)[]): string =>
  `{${values.map((value) => value ?? "NULL").join(",")}}`;
