import type { EncodedRows } from "../encoding/copyRows.ts";
import { readNumericDigits } from "../encoding/numericDigits.ts";
import type { NumericDigits } from "../encoding/numericDigits.ts";
import { LegKind, encodePlace } from "./position.ts";
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
/** A key to sort by holds the first four bytes of an owner and a row's number: 53 bits. */
const MOST_ROWS = 1 << 21;
const NOTHING = Buffer.alloc(0);

/** Collects legs of one chain as rows for copyRows, so that no leg need be kept. */
export interface LegRows {
  readonly count: number;
  /** @throws RangeError for what is no address, no hash or no uint256. */
  add(leg: Leg): void;
  /**
   * Adds the legs of a transfer of fungible tokens right from its bytes: of both sides, but for the zero address.
   * @returns whether there are any.
   */
  addTransfer(place: TransferPlace, transfer: TransferBytes): boolean;
  /** Owner by owner, which fills the key's pages in order: half as fast again as block by block. Nothing comes after it. */
  finish(): EncodedRows;
}

export interface TransferPlace {
  blockNumber: bigint;
  /** Of the block, unix seconds. */
  timeAt: number;
  txIndex: number;
  /** Of the log. */
  index: number;
}

/** Where the parts of a transfer begin in `bytes`. */
export interface TransferBytes {
  bytes: DataView;
  token: number;
  from: number;
  to: number;
  /** A uint256. */
  rawAmount: number;
  txHash: number;
}

export function createLegRows(chain: string): LegRows {
  const writer = takeWriter();
  const chainText = Buffer.from(chain);
  const starts: number[] = [];
  const owners: number[] = [];
  const start = (): void => {
    if (starts.length >= MOST_ROWS) throw new RangeError(`More than ${MOST_ROWS} legs at once`);
    starts.push(writer.length);
  };
  return {
    get count() {
      return starts.length;
    },
    add(leg) {
      start();
      owners.push(writeLeg(writer, chainText, leg));
    },
    addTransfer(place, transfer) {
      const before = starts.length;
      const rawAmount = readNumericDigits(transfer.bytes, transfer.rawAmount);
      for (const isInbound of [false, true]) {
        const ownerAt = isInbound ? transfer.to : transfer.from;
        if (isZeroAddress(transfer.bytes, ownerAt)) continue;
        start();
        writeTransfer(writer, chainText, { place, transfer, isInbound, rawAmount });
        owners.push(transfer.bytes.getUint32(ownerAt));
      }
      return starts.length > before;
    },
    finish() {
      const keys = Float64Array.from(owners, (owner, row) => owner * MOST_ROWS + row).toSorted();
      const chunks = reorder(writer.written, starts, keys);
      giveBack(writer);
      return { table: "leg", columns: COLUMNS, count: starts.length, chunks };
    },
  };
}

/**
 * Where rows are written before they are put in order. They are kept: new ones for every range would be garbage outside of
 * the heap, which makes V8 collect all of the heap again and again.
 */
const spareWriters: RowWriter[] = [];
const MOST_SPARE = 2;
const takeWriter = (): RowWriter => spareWriters.pop() ?? new RowWriter(COLUMNS.length);

function giveBack(writer: RowWriter): void {
  writer.clear();
  if (spareWriters.length < MOST_SPARE) spareWriters.push(writer);
}

/** @returns the first four bytes of the owner, as a number. */
function writeLeg(writer: RowWriter, chain: Buffer, leg: Leg): number {
  const { high, low } = encodePlace(leg);
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
  place: TransferPlace;
  transfer: TransferBytes;
  isInbound: boolean;
  rawAmount: NumericDigits;
}

const ADDRESS = 20;
const HASH = 32;

/** As writeLeg, of bytes. */
function writeTransfer(writer: RowWriter, chain: Buffer, { place, transfer, isInbound, rawAmount }: Side): void {
  const { bytes, from, to } = transfer;
  const { high, low } = encodePlace({ txIndex: place.txIndex, kind: LegKind.token, index: place.index, subIndex: 0 });
  writer.startRow();
  writer.int64(place.blockNumber);
  writer.int64Halves(high, low);
  writer.seconds(place.timeAt);
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

/** Copies rows in the order of their keys. @param starts - Where each row begins. */
function reorder(rows: Buffer, starts: readonly number[], keys: Float64Array): Uint8Array<ArrayBuffer>[] {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let [chunk, at] = [takeChunk(), 0];
  for (const key of keys) {
    const row = key % MOST_ROWS;
    const [from, to] = [starts[row]!, starts[row + 1] ?? rows.length];
    if (at + to - from > CHUNK_BYTES) {
      chunks.push(chunk.subarray(0, at));
      [chunk, at] = [takeChunk(), 0];
    }
    at += rows.copy(chunk, at, from, to);
  }
  return [...chunks, chunk.subarray(0, at)];
}
