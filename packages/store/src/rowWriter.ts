import type { Hex } from "./bytea.ts";

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
    this.#at = this.#buffer.writeInt16BE(this.#columns, this.#at);
  }

  int16(value: number): void {
    this.#at = this.#buffer.writeInt16BE(value, this.#buffer.writeInt32BE(2, this.#at));
  }

  int32(value: number): void {
    this.#at = this.#buffer.writeInt32BE(value, this.#buffer.writeInt32BE(4, this.#at));
  }

  int64(value: bigint): void {
    this.#at = this.#buffer.writeBigInt64BE(value, this.#buffer.writeInt32BE(8, this.#at));
  }

  /** An int8 by its halves, which are quicker to make than a bigint. */
  int64Halves(high: number, low: number): void {
    const at = this.#buffer.writeInt32BE(8, this.#at);
    this.#at = this.#buffer.writeUInt32BE(low, this.#buffer.writeInt32BE(high, at));
  }

  boolean(value: boolean): void {
    this.#at = this.#buffer.writeUInt8(value ? 1 : 0, this.#buffer.writeInt32BE(1, this.#at));
  }

  /** `text`, or any value by its bytes. */
  bytes(value: Buffer): void {
    this.#reserve(value.length + ROOM);
    const at = this.#buffer.writeInt32BE(value.length, this.#at);
    this.#at = at + value.copy(this.#buffer, at);
  }

  null(): void {
    this.#at = this.#buffer.writeInt32BE(-1, this.#at);
  }

  /** A bytea of a known length. By hand, as Buffer.write takes three times as long for values this short. */
  hex(hex: Hex, bytes: number): void {
    const start = this.#buffer.writeInt32BE(bytes, this.#at);
    let wrong = hex.length === 2 + 2 * bytes ? 0 : NO_DIGIT;
    for (let byte = 0; byte < bytes; byte++) {
      const high = HEX_DIGITS[hex.charCodeAt(2 + 2 * byte)] ?? NO_DIGIT;
      const low = HEX_DIGITS[hex.charCodeAt(3 + 2 * byte)] ?? NO_DIGIT;
      wrong |= high | low;
      this.#buffer[start + byte] = (high << 4) | low;
    }
    if (wrong >= NO_DIGIT) throw new RangeError(`Not ${bytes} bytes in hex: ${hex}`);
    this.#at = start + bytes;
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
    const buffer = this.#buffer;
    let end = buffer.writeInt32BE(8 + 2 * count, this.#at);
    end = buffer.writeInt16BE(count, end);
    end = buffer.writeInt16BE(count - 1, end);
    end = buffer.writeInt32BE(0, end); // positive, no decimals
    for (let index = count - 1; index >= 0; index--) end = buffer.writeInt16BE(numericDigits[index]!, end);
    this.#at = end;
  }

  /** The rows written since the last call, as bytes that stay as they are, in a buffer of their own: another thread may have it. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#buffer.subarray(0, this.#at);
    this.#buffer = Buffer.allocUnsafeSlow(Math.max(FIRST_SIZE, this.#at + ROOM));
    this.#at = 0;
    return taken;
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#buffer.length * 2, this.#at + bytes));
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
/** The value of a hex digit by its character code. */
const NO_DIGIT = 0x10;
const HEX_DIGITS = new Uint8Array(128).fill(NO_DIGIT);
for (const digit of "0123456789abcdefABCDEF") HEX_DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

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
