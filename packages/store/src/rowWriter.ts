import type { Hex } from "./bytea.ts";
import { writeHex } from "./hexBytes.ts";

const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
const TRAILER = Buffer.from([0xff, 0xff]);
const FIRST_SIZE = 1 << 16;
/** A row's fixed part is shorter by far; values of any length ask for their own room. */
const ROOM = 512;

/**
 * Writes rows in PostgreSQL's binary COPY format, value by value, in the order of the columns. Each value is its length
 * (int32) and its bytes.
 * @see https://www.postgresql.org/docs/18/sql-copy.html#SQL-COPY-FILE-FORMATS-BINARY-FORMAT
 */
export class RowWriter {
  #buffer = Buffer.allocUnsafeSlow(FIRST_SIZE);
  #at = 0;
  readonly #columns: number;

  constructor(columns: number) {
    this.#columns = columns;
  }

  get length(): number {
    return this.#at;
  }

  startRow(): void {
    this.#reserve(ROOM);
    this.#buffer[this.#at++] = this.#columns >>> 8;
    this.#buffer[this.#at++] = this.#columns;
  }

  int16(value: number): void {
    this.#put32(2);
    this.#buffer[this.#at++] = value >> 8;
    this.#buffer[this.#at++] = value;
  }

  int32(value: number): void {
    this.#put32(4);
    this.#put32(value);
  }

  int64(value: bigint): void {
    this.#put32(8);
    this.#at = this.#buffer.writeBigInt64BE(value, this.#at);
  }

  /** An int8 by its halves, which are quicker to make than a bigint. */
  int64Halves(high: number, low: number): void {
    this.#put32(8);
    this.#put32(high);
    this.#put32(low);
  }

  boolean(value: boolean): void {
    this.#put32(1);
    this.#buffer[this.#at++] = value ? 1 : 0;
  }

  /** `text`, or any value by its bytes. */
  bytes(value: Buffer): void {
    this.#reserve(value.length + ROOM);
    const at = this.#buffer.writeInt32BE(value.length, this.#at);
    this.#at = at + value.copy(this.#buffer, at);
  }

  null(): void {
    this.#put32(-1);
  }

  /** A bytea of 20 bytes. Most come again and again, so that their bytes are kept. @returns the first four as a number. */
  address(address: Hex): number {
    this.#put32(20);
    const at = this.#at;
    writeHex(address, 20, this.#buffer, at);
    this.#at = at + 20;
    return this.#buffer.readUInt32BE(at);
  }

  /** A bytea of a known length. By hand, as Buffer.write takes three times as long for values this short. */
  hex(hex: Hex, bytes: number): void {
    this.#put32(bytes);
    writeHex(hex, bytes, this.#buffer, this.#at);
    this.#at += bytes;
  }

  /**
   * A numeric: how many digits to the base 10,000, the first one's weight, sign, scale, then the digits. The trailing
   * zeros that PostgreSQL leaves out may be written too.
   * @throws RangeError for what is no uint256.
   * @see https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/utils/adt/numeric.c (numeric_recv)
   */
  numeric(value: bigint): void {
    if (value < 0n || value >= UINT256_END) throw new RangeError(`Not a uint256: ${value}`);
    const count = toNumericDigits(value);
    this.#put32(8 + 2 * count);
    this.#put32((count << 16) | (count - 1));
    this.#put32(0); // positive, no decimals
    const buffer = this.#buffer;
    let at = this.#at;
    for (let index = count - 1; index >= 0; index--) {
      const digit = numericDigits[index]!;
      buffer[at++] = digit >>> 8;
      buffer[at++] = digit;
    }
    this.#at = at;
  }

  /** The rows written since the last call, as bytes that stay as they are. */
  take(): Buffer<ArrayBuffer> {
    const taken = this.#buffer.subarray(0, this.#at);
    this.#buffer = Buffer.allocUnsafeSlow(0);
    this.#at = 0;
    return taken;
  }

  /** Not by Buffer.writeInt32BE, whose checks take longer than the writing. */
  #put32(value: number): void {
    const buffer = this.#buffer;
    const at = this.#at;
    buffer[at] = value >>> 24;
    buffer[at + 1] = value >>> 16;
    buffer[at + 2] = value >>> 8;
    buffer[at + 3] = value;
    this.#at = at + 4;
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(FIRST_SIZE, this.#buffer.length * 2, this.#at + bytes));
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#buffer = larger;
  }
}

/** A whole COPY: what comes before the rows, the rows, and what comes after. */
export function* toCopy(rows: Iterable<Uint8Array>): Generator<Uint8Array> {
  yield SIGNATURE;
  yield* rows;
  yield TRAILER;
}

const UINT256_END = 1n << 256n;
const TEN_TO_12 = 10n ** 12n;
const BASE = 10_000;
const PART_DIGITS = 3;
/** Digits to the base 10,000, lowest first: a place to work, twenty for a uint256. */
const numericDigits = new Uint16Array(24);

/** Fills numericDigits, twelve decimal digits at a time: those fit a double. @returns how many there are. */
function toNumericDigits(value: bigint): number {
  let count = 0;
  let rest = value;
  while (rest >= TEN_TO_12) {
    const quotient = rest / TEN_TO_12;
    let part = Number(rest - quotient * TEN_TO_12);
    for (let digit = 0; digit < PART_DIGITS; digit++) {
      numericDigits[count++] = part % BASE;
      part = Math.floor(part / BASE);
    }
    rest = quotient;
  }
  for (let part = Number(rest); part > 0; part = Math.floor(part / BASE)) numericDigits[count++] = part % BASE;
  if (count === 0) numericDigits[count++] = 0;
  return count;
}
