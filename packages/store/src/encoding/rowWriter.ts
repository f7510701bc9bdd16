import type { Hex } from "./bytea.ts";
import { writeHex } from "./hexBytes.ts";
import { toNumericDigits } from "./numericDigits.ts";
import type { NumericDigits } from "./numericDigits.ts";

const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
const TRAILER = Buffer.from([0xff, 0xff]);
const FIRST_SIZE = 1 << 16;
/** A row's fixed part is much shorter; values of variable length reserve their own space. */
const ROOM = 512;
/** Up to this length a loop is faster than the platform's copy. */
const SHORT = 16;

/**
 * Writes rows in PostgreSQL's binary COPY format, value by value, in column order. Each value is its length (int32) and
 * its bytes. Uses a DataView, because Buffer's own methods spend more on checks than on writing.
 * @see https://www.postgresql.org/docs/18/sql-copy.html#SQL-COPY-FILE-FORMATS-BINARY-FORMAT
 */
export class RowWriter {
  #buffer = Buffer.allocUnsafeSlow(FIRST_SIZE);
  #view = new DataView(this.#buffer.buffer);
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
    this.#view.setInt16(this.#at, this.#columns);
    this.#at += 2;
  }

  int16(value: number): void {
    this.#view.setInt32(this.#at, 2);
    this.#view.setInt16(this.#at + 4, value);
    this.#at += 6;
  }

  int32(value: number): void {
    this.#view.setInt32(this.#at, 4);
    this.#view.setInt32(this.#at + 4, value);
    this.#at += 8;
  }

  int64(value: bigint): void {
    this.#view.setInt32(this.#at, 8);
    this.#view.setBigInt64(this.#at + 4, value);
    this.#at += 12;
  }

  /** An int8 by its halves, which are faster to make than a bigint. */
  int64Halves(high: number, low: number): void {
    this.#view.setInt32(this.#at, 8);
    this.#view.setInt32(this.#at + 4, high);
    this.#view.setInt32(this.#at + 8, low);
    this.#at += 12;
  }

  /** An int8 of epoch seconds. */
  seconds(value: number): void {
    this.int64Halves(Math.floor(value / 2 ** 32), value % 2 ** 32);
  }

  boolean(value: boolean): void {
    this.#view.setInt32(this.#at, 1);
    this.#view.setInt8(this.#at + 4, value ? 1 : 0);
    this.#at += 5;
  }

  /** `text`, or any value by its bytes. */
  bytes(value: Buffer): void {
    this.#reserve(value.length + ROOM);
    this.#view.setInt32(this.#at, value.length);
    const [buffer, at] = [this.#buffer, this.#at + 4];
    if (value.length > SHORT) value.copy(buffer, at);
    else for (let byte = 0; byte < value.length; byte++) buffer[at + byte] = value[byte]!;
    this.#at = at + value.length;
  }

  /** The same for few bytes of a view; their number is a multiple of 4. */
  words(from: DataView, start: number, bytes: number): void {
    const [view, at] = [this.#view, this.#at + 4];
    view.setInt32(this.#at, bytes);
    for (let byte = 0; byte < bytes; byte += 4) view.setInt32(at + byte, from.getInt32(start + byte));
    this.#at = at + bytes;
  }

  null(): void {
    this.#view.setInt32(this.#at, -1);
    this.#at += 4;
  }

  /**
   * A bytea of 20 bytes. Most addresses repeat, so their bytes are cached.
   * @returns the first four as a number.
   */
  address(address: Hex): number {
    this.hex(address, 20);
    return this.#view.getUint32(this.#at - 20);
  }

  /** A bytea of a known length. Hand-written, because Buffer.write takes three times as long for values this short. */
  hex(hex: Hex, bytes: number): void {
    this.#view.setInt32(this.#at, bytes);
    writeHex(hex, bytes, this.#buffer, this.#at + 4);
    this.#at += 4 + bytes;
  }

  /** A bytea of the first bytes of a hex text of any length. */
  hexStart(hex: Hex, maxBytes: number): void {
    this.#reserve(maxBytes + ROOM);
    const length = this.#buffer.write(hex.slice(2, 2 + 2 * maxBytes), this.#at + 4, "hex");
    this.#view.setInt32(this.#at, length);
    this.#at += 4 + length;
  }

  /**
   * A numeric.
   * @throws RangeError if it is not a uint256.
   */
  numeric(value: bigint): void {
    this.digits(toNumericDigits(value));
  }

  /**
   * A numeric by its digits: their number to the base 10,000, the first one's weight, sign, scale, then the digits. The
   * trailing zeros that PostgreSQL omits may be written too.
   * @see https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/utils/adt/numeric.c (numeric_recv)
   */
  digits({ digits, count }: NumericDigits): void {
    const view = this.#view;
    view.setInt32(this.#at, 8 + 2 * count);
    view.setInt16(this.#at + 4, count);
    view.setInt16(this.#at + 6, count - 1);
    view.setInt32(this.#at + 8, 0); // positive, no decimals
    let at = this.#at + 12;
    for (let index = count - 1; index >= 0; index--, at += 2) view.setInt16(at, digits[index]!);
    this.#at = at;
  }

  /** The rows since the last `take` or `clear`, as a view that is valid until more rows are written. */
  get written(): Buffer<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#at);
  }

  /** Starts again in the same buffer. */
  clear(): void {
    this.#at = 0;
  }

  /** The rows since the last call, as bytes that are not reused. */
  take(): Buffer<ArrayBuffer> {
    const taken = this.written;
    this.#replace(Buffer.allocUnsafeSlow(0));
    this.#at = 0;
    return taken;
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(FIRST_SIZE, this.#buffer.length * 2, this.#at + bytes));
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#replace(larger);
  }

  #replace(buffer: Buffer<ArrayBuffer>): void {
    this.#buffer = buffer;
    this.#view = new DataView(buffer.buffer);
  }
}

/** A complete COPY: header, rows and trailer. */
export function* toCopy(rows: Iterable<Uint8Array>): Generator<Uint8Array> {
  yield SIGNATURE;
  yield* rows;
  yield TRAILER;
}
