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

/** Buffer.write stops at the first character that is no hex digit: so the length is checked. */
function writeHex(chunk: Buffer, at: number, hex: Hex, bytes: number): number {
  const start = chunk.writeInt32BE(bytes, at);
  if (hex.length !== 2 + 2 * bytes || chunk.write(hex.slice(2), start, bytes, "hex") !== bytes) {
    throw new RangeError(`Not ${bytes} bytes in hex: ${hex}`);
  }
  return start + bytes;
}

/**
 * A numeric: how many digits to the base 10,000, the first one's weight, sign, scale, then the digits. The trailing
 * zeros that PostgreSQL leaves out may be written too.
 * @see https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/utils/adt/numeric.c (numeric_recv)
 */
function writeNumeric(chunk: Buffer, at: number, value: bigint): number {
  if (value < 0n || value >= 1n << 256n) throw new RangeError(`Not a uint256: ${value}`);
  const text = value.toString();
  const count = Math.ceil(text.length / 4);
  let end = chunk.writeInt32BE(8 + 2 * count, at);
  end = chunk.writeInt16BE(count, end);
  end = chunk.writeInt16BE(count - 1, end);
  end = chunk.writeInt32BE(0, end); // positive, no decimals
  let from = 0;
  for (let to = text.length - 4 * (count - 1); to <= text.length; to += 4) {
    end = chunk.writeInt16BE(Number(text.slice(from, to)), end);
    from = to;
  }
  return end;
}
