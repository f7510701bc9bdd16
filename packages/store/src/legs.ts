import type { Address, Hex } from "./bytea.ts";
import { copyRows } from "./copyRows.ts";
import type { EncodedRows } from "./copyRows.ts";
import type { Store } from "./database.ts";
import { encodePlace } from "./position.ts";
import type { LegKind } from "./position.ts";
import { RowWriter } from "./rowWriter.ts";

/**
 * One thing that happened to an owner: what came in or went out, what was paid or allowed. There is one for each
 * participant.
 */
export interface Leg {
  owner: Address;
  blockNumber: bigint;
  txIndex: number;
  kind: LegKind;
  index: number;
  subIndex: number;
  isInbound: boolean;
  token: Address;
  /** Of an NFT. */
  tokenId?: bigint | undefined;
  counterparty: Address;
  /** Base units. */
  rawAmount: bigint;
  /** "0x" for what no transaction did. */
  txHash: Hex;
  /** Of the block, unix seconds. */
  timeAt: number;
}

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
const ROWS_PER_CHUNK = 1_000;
const NOTHING = Buffer.alloc(0);

/**
 * Adds legs of one chain by binary COPY; call it in the transaction that moves the cursor past their blocks.
 * @throws DatabaseError 23505 when a leg is there already: a cursor never goes back alone.
 */
export async function copyLegs(db: Store, chain: string, legs: readonly Leg[]): Promise<void> {
  await copyRows(db, encodeLegs(chain, legs));
}

/** What copyLegs sends: owner by owner, which fills the key's pages in order: half as fast again as block by block. */
export function encodeLegs(chain: string, legs: readonly Leg[]): EncodedRows {
  const chunks = [...encodeChunks(chain, sortByOwner(legs))];
  return { table: "leg", columns: COLUMNS, count: legs.length, chunks };
}

function sortByOwner(legs: readonly Leg[]): Leg[] {
  const byOwner = Map.groupBy(legs, ({ owner }) => owner);
  return [...byOwner.keys()].toSorted().flatMap((owner) => byOwner.get(owner) ?? []);
}

function* encodeChunks(chain: string, legs: readonly Leg[]): Generator<Uint8Array<ArrayBuffer>> {
  const writer = new RowWriter(COLUMNS.length);
  const chainText = Buffer.from(chain);
  for (const [index, leg] of legs.entries()) {
    writeLeg(writer, chainText, leg);
    if (index % ROWS_PER_CHUNK === ROWS_PER_CHUNK - 1) yield writer.take();
  }
  yield writer.take();
}

function writeLeg(writer: RowWriter, chain: Buffer, leg: Leg): void {
  const { high, low } = encodePlace(leg);
  writer.startRow();
  writer.int64(leg.blockNumber);
  writer.int64Halves(high, low);
  writer.int32(leg.timeAt);
  writer.int16(leg.kind);
  writer.boolean(leg.isInbound);
  writer.hex(leg.owner, 20);
  writer.bytes(chain);
  writer.hex(leg.token, 20);
  writer.hex(leg.counterparty, 20);
  if (leg.txHash === "0x") writer.bytes(NOTHING);
  else writer.hex(leg.txHash, 32);
  writer.numeric(leg.rawAmount);
  if (leg.tokenId === undefined) writer.null();
  else writer.numeric(leg.tokenId);
}
