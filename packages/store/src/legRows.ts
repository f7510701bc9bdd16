import type { Address, Hex } from "./bytea.ts";

/** One side of a transfer: what came in to its owner or went out, in base units. A transfer has one per participant. */
export type Leg = {
  owner: Address;
  blockNumber: bigint;
  /** Within the block. */
  logIndex: number;
  isInbound: boolean;
  token: Address;
  counterparty: Address;
  rawAmount: bigint;
  txHash: Hex;
  /** Of the block, unix seconds. */
  timeAt: number;
};

/** In the order that encodeLegs writes. */
export const LEG_COLUMNS = [
  "owner",
  "chain",
  "block_number",
  "log_index",
  "is_inbound",
  "token",
  "counterparty",
  "raw_amount",
  "tx_hash",
  "time_at",
] as const;

const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
const TRAILER = Buffer.from([0xff, 0xff]);
const ROWS_PER_CHUNK = 500;
const UINT256_END = 1n << 256n;
/** Of one row without the chain's name: ten lengths, and the widest of each value. */
const ROW_BYTES = 2 + 10 * 4 + 20 + 8 + 4 + 1 + 20 + 20 + (8 + 2 * 20) + 32 + 4;

/**
 * Writes rows in PostgreSQL's binary COPY format, some hundred to a chunk.
 * @see https://www.postgresql.org/docs/18/sql-copy.html#SQL-COPY-FILE-FORMATS-BINARY-FORMAT
 */
export function* encodeLegs(chain: string, legs: readonly Leg[]): Generator<Buffer> {
  const chainText = Buffer.from(chain);
  yield SIGNATURE;
  for (let start = 0; start < legs.length; start += ROWS_PER_CHUNK) {
    const rows = legs.slice(start, start + ROWS_PER_CHUNK);
    const chunk = Buffer.allocUnsafe(rows.length * (ROW_BYTES + chainText.length));
    let end = 0;
    for (const leg of rows) end = writeLeg(chunk, end, chainText, leg);
    yield chunk.subarray(0, end);
  }
  yield TRAILER;
}

/** Each value is its length (int32) and its bytes. @returns the offset after the row. */
function writeLeg(chunk: Buffer, start: number, chain: Buffer, leg: Leg): number {
  let at = chunk.writeInt16BE(LEG_COLUMNS.length, start);
  at = writeHex(chunk, at, leg.owner, 20);
  at = chunk.writeInt32BE(chain.length, at);
  at += chain.copy(chunk, at);
  at = chunk.writeInt32BE(8, at);
  at = chunk.writeBigInt64BE(leg.blockNumber, at);
  at = writeInt32(chunk, at, leg.logIndex);
  at = chunk.writeInt32BE(1, at);
  at = chunk.writeUInt8(leg.isInbound ? 1 : 0, at);
  at = writeHex(chunk, at, leg.token, 20);
  at = writeHex(chunk, at, leg.counterparty, 20);
  at = writeNumeric(chunk, at, leg.rawAmount);
  at = writeHex(chunk, at, leg.txHash, 32);
  return writeInt32(chunk, at, leg.timeAt);
}

const writeInt32 = (chunk: Buffer, at: number, value: number): number =>
  chunk.writeInt32BE(value, chunk.writeInt32BE(4, at));

/** By hand, as Buffer.write takes three times as long for values this short. */
function writeHex(chunk: Buffer, at: number, hex: Hex, bytes: number): number {
  const start = chunk.writeInt32BE(bytes, at);
  let wrong = hex.length === 2 + 2 * bytes ? 0 : NO_DIGIT;
  for (let byte = 0; byte < bytes; byte++) {
    const high = HEX_DIGITS[hex.charCodeAt(2 + 2 * byte)] ?? NO_DIGIT;
    const low = HEX_DIGITS[hex.charCodeAt(3 + 2 * byte)] ?? NO_DIGIT;
    wrong |= high | low;
    chunk[start + byte] = (high << 4) | low;
  }
  if (wrong >= NO_DIGIT) throw new RangeError(`Not ${bytes} bytes in hex: ${hex}`);
  return start + bytes;
}

/** The value of a hex digit by its character code. */
const NO_DIGIT = 0x10;
const HEX_DIGITS = new Uint8Array(128).fill(NO_DIGIT);
for (const digit of "0123456789abcdefABCDEF") HEX_DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

const TEN_TO_12 = 10n ** 12n;
const BASE = 10_000;
const PART_DIGITS = 3;
/** Digits to the base 10,000, lowest first: a place to work, twenty for a uint256. */
const numericDigits = new Uint16Array(24);

/**
 * A numeric: how many digits to the base 10,000, the first one's weight, sign, scale, then the digits. The trailing
 * zeros that PostgreSQL leaves out may be written too.
 * @see https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/utils/adt/numeric.c (numeric_recv)
 */
function writeNumeric(chunk: Buffer, at: number, value: bigint): number {
  if (value < 0n || value >= UINT256_END) throw new RangeError(`Not a uint256: ${value}`);
  const count = toNumericDigits(value);
  let end = chunk.writeInt32BE(8 + 2 * count, at);
  end = chunk.writeInt16BE(count, end);
  end = chunk.writeInt16BE(count - 1, end);
  end = chunk.writeInt32BE(0, end); // positive, no decimals
  for (let index = count - 1; index >= 0; index--) end = chunk.writeInt16BE(numericDigits[index]!, end);
  return end;
}

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
