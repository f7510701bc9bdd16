import type { Address } from "../encoding/bytea.ts";
import type { EncodedRows } from "../encoding/copyRows.ts";
import { readNumericDigits } from "../encoding/numericDigits.ts";
import type { NumericDigits } from "../encoding/numericDigits.ts";
import { LegKind, encodeLocation } from "./position.ts";
import { CHUNK_BYTES, takeChunk } from "../encoding/rowChunks.ts";
import { RowWriter } from "../encoding/rowWriter.ts";
import type { Leg } from "./leg.ts";

const COLUMNS = [
  "block_number",
  "position",
  "time_at",
  "kind",
  "is_inbound",
  "owner",
  "chain",
  "token",
  "counterparty",
  "tx_hash",
  "raw_amount",
  "token_id",
];
/** A sort key is the first four bytes of an owner and a row number: 53 bits. */
const MAX_ROWS = 1 << 21;
const NOTHING = Buffer.alloc(0);

/** Collects legs of one chain as rows for copyRows, without retaining the legs. */
export interface LegRows {
  readonly count: number;
  /** @returns whether it is stored. @throws RangeError for an invalid address, hash or uint256. */
  add(leg: Leg): boolean;
  /**
   * Adds the legs of an ERC-20 transfer directly from its bytes: both sides, except the zero address and others than
   * the owners.
   * @returns whether there are any.
   */
  addTransfer(location: TransferLocation, transfer: TransferBytes): boolean;
  /** Ordered by owner, which fills the key's pages in order: 1.5 times as fast as by block. Must be the last call. */
  finish(): EncodedRows;
}

export interface TransferLocation {
  blockNumber: bigint;
  /** Of the block, unix seconds. */
  timeAt: number;
  txIndex: number;
  /** Of the log. */
  index: number;
  subIndex: number;
}

/** Offsets of a transfer's fields in `bytes`. */
export interface TransferBytes {
  bytes: DataView;
  token: number;
  from: number;
  to: number;
  /** A uint256. */
  rawAmount: number;
  txHash: number;
}

/** Owners whose legs are stored. */
export interface OwnerSet {
  has(owner: Address): boolean;
  /** The same, for the 20 bytes at an offset. */
  hasAt(bytes: DataView, at: number): boolean;
}

/** @param owners - Only their legs are added, and markers of tokens; all if omitted. */
export function createLegRows(chain: string, owners?: OwnerSet): LegRows {
  const writer = takeWriter();
  const chainText = Buffer.from(chain);
  const starts: number[] = [];
  const prefixes: number[] = [];
  const start = (): void => {
    if (starts.length >= MAX_ROWS) throw new RangeError(`More than ${MAX_ROWS} legs at once`);
    starts.push(writer.length);
  };
  return {
    get count() {
      return starts.length;
    },
    add(leg) {
      if (owners !== undefined && leg.kind !== LegKind.moved && !owners.has(leg.owner)) return false;
      start();
      prefixes.push(writeLeg(writer, chainText, leg));
      return true;
    },
    addTransfer(location, transfer) {
      const before = starts.length;
      const rawAmount = readNumericDigits(transfer.bytes, transfer.rawAmount);
      for (const isInbound of [false, true]) {
        const ownerAt = isInbound ? transfer.to : transfer.from;
        if (isZeroAddress(transfer.bytes, ownerAt) || owners?.hasAt(transfer.bytes, ownerAt) === false) continue;
        start();
        writeTransfer(writer, chainText, { location, transfer, isInbound, rawAmount });
        prefixes.push(transfer.bytes.getUint32(ownerAt));
      }
      return starts.length > before;
    },
    finish() {
      const chunks = reorder(writer.written, starts, toKeys(prefixes));
      giveBack(writer);
      return { table: "leg", columns: COLUMNS, count: starts.length, chunks };
    },
  };
}

/**
 * Buffers in which rows are written before sorting. They are reused: allocating new ones for every range makes garbage
 * outside the heap, which triggers repeated full collections in V8.
 */
const spareWriters: RowWriter[] = [];
const MAX_SPARE = 2;
const takeWriter = (): RowWriter => spareWriters.pop() ?? new RowWriter(COLUMNS.length);

function giveBack(writer: RowWriter): void {
  writer.clear();
  if (spareWriters.length < MAX_SPARE) spareWriters.push(writer);
}

/** @returns the first four bytes of the owner as a number. */
function writeLeg(writer: RowWriter, chain: Buffer, leg: Leg): number {
  const { high, low } = encodeLocation(leg);
  writer.startRow();
  writer.int64(leg.blockNumber);
  writer.int64Halves(high, low);
  writer.seconds(leg.timeAt);
  writer.int16(leg.kind);
  writer.boolean(leg.isInbound);
  const owner = writer.address(leg.owner);
  writer.bytes(chain);
  writer.address(leg.token);
  writer.address(leg.counterparty);
  if (leg.txHash === "0x") writer.bytes(NOTHING);
  else writer.hex(leg.txHash, 32);
  writer.numeric(leg.rawAmount);
  if (leg.tokenId === undefined) writer.null();
  else writer.numeric(leg.tokenId);
  return owner;
}

interface Side {
  location: TransferLocation;
  transfer: TransferBytes;
  isInbound: boolean;
  rawAmount: NumericDigits;
}

const ADDRESS = 20;
const HASH = 32;

/** Like writeLeg, from bytes. */
function writeTransfer(writer: RowWriter, chain: Buffer, { location, transfer, isInbound, rawAmount }: Side): void {
  const { bytes, from, to } = transfer;
  const { high, low } = encodeLocation({
    txIndex: location.txIndex,
    kind: LegKind.token,
    index: location.index,
    subIndex: location.subIndex,
  });
  writer.startRow();
  writer.int64(location.blockNumber);
  writer.int64Halves(high, low);
  writer.seconds(location.timeAt);
  writer.int16(LegKind.token);
  writer.boolean(isInbound);
  writer.words(bytes, isInbound ? to : from, ADDRESS);
  writer.bytes(chain);
  writer.words(bytes, transfer.token, ADDRESS);
  writer.words(bytes, isInbound ? from : to, ADDRESS);
  writer.words(bytes, transfer.txHash, HASH);
  writer.digits(rawAmount);
  writer.null();
}

function isZeroAddress(bytes: DataView, at: number): boolean {
  let any = 0;
  for (let byte = 0; byte < ADDRESS; byte += 4) any |= bytes.getInt32(at + byte);
  return any === 0;
}

/** A loop: Float64Array.from with a function takes longer than sorting. @returns the sorted keys of rows. */
function toKeys(prefixes: readonly number[]): Float64Array {
  const keys = new Float64Array(prefixes.length);
  for (let row = 0; row < keys.length; row++) keys[row] = prefixes[row]! * MAX_ROWS + row;
  return keys.toSorted();
}

/**
 * Copies rows in key order.
 * @param starts - Offset of each row.
 */
function reorder(rows: Buffer, starts: readonly number[], keys: Float64Array): Uint8Array<ArrayBuffer>[] {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let [chunk, at] = [takeChunk(), 0];
  for (const key of keys) {
    const row = key % MAX_ROWS;
    const [from, to] = [starts[row]!, starts[row + 1] ?? rows.length];
    if (at + to - from > CHUNK_BYTES) {
      chunks.push(chunk.subarray(0, at));
      [chunk, at] = [takeChunk(), 0];
    }
    at += rows.copy(chunk, at, from, to);
  }
  return [...chunks, chunk.subarray(0, at)];
}
