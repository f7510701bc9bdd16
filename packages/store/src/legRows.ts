import type { EncodedRows } from "./copyRows.ts";
import type { Leg } from "./legs.ts";
import { encodePlace } from "./position.ts";
import { RowWriter } from "./rowWriter.ts";

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
const CHUNK_BYTES = 1 << 18;
const NOTHING = Buffer.alloc(0);

/** Collects legs of one chain as rows for copyRows, so that no leg need be kept. */
export interface LegRows {
  readonly count: number;
  /** @throws RangeError for what is no address, no hash or no uint256. */
  add(leg: Leg): void;
  /** Owner by owner, which fills the key's pages in order: half as fast again as block by block. Nothing comes after it. */
  finish(): EncodedRows;
}

export function createLegRows(chain: string): LegRows {
  const writer = new RowWriter(COLUMNS.length);
  const chainText = Buffer.from(chain);
  const starts: number[] = [];
  const owners: number[] = [];
  return {
    get count() {
      return starts.length;
    },
    add(leg) {
      if (starts.length >= MOST_ROWS) throw new RangeError(`More than ${MOST_ROWS} legs at once`);
      starts.push(writer.length);
      owners.push(writeLeg(writer, chainText, leg));
    },
    finish() {
      const rows = writer.take();
      const keys = Float64Array.from(owners, (owner, row) => owner * MOST_ROWS + row).toSorted();
      const ends = [...starts.slice(1), rows.length];
      const chunks = reorder(
        rows,
        Array.from(keys, (key) => key % MOST_ROWS).map((row) => [starts[row]!, ends[row]!]),
      );
      return { table: "leg", columns: COLUMNS, count: starts.length, chunks };
    },
  };
}

/** @returns the first four bytes of the owner, as a number. */
function writeLeg(writer: RowWriter, chain: Buffer, leg: Leg): number {
  const { high, low } = encodePlace(leg);
  writer.startRow();
  writer.int64(leg.blockNumber);
  writer.int64Halves(high, low);
  writer.int32(leg.timeAt);
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

/** Copies spans of bytes in the order given. */
function reorder(rows: Buffer, spans: readonly (readonly [from: number, to: number])[]): Uint8Array<ArrayBuffer>[] {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let [chunk, at] = [Buffer.allocUnsafeSlow(0), 0];
  let left = rows.length;
  for (const [from, to] of spans) {
    if (at + to - from > chunk.length) {
      chunks.push(chunk.subarray(0, at));
      [chunk, at] = [Buffer.allocUnsafeSlow(Math.max(to - from, Math.min(CHUNK_BYTES, left))), 0];
    }
    at += rows.copy(chunk, at, from, to);
    left -= to - from;
  }
  return [...chunks.slice(1), chunk.subarray(0, at)];
}
