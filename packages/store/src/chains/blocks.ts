import { sql } from "kysely";
import { fromBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Bytea } from "../encoding/bytea.ts";
import type { BlockRef } from "./chains.ts";
import { copyRows } from "../encoding/copyRows.ts";
import type { EncodedRows } from "../encoding/copyRows.ts";
import type { Store } from "../database/database.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import { RowWriter } from "../encoding/rowWriter.ts";

const COLUMNS = ["block_number", "time_at", "chain", "hash"];

/** Adds blocks of one chain by binary COPY; call it in the transaction that moves the cursor past them. */
export const copyBlocks = (db: Store, chain: string, blocks: readonly BlockRef[]): Promise<void> =>
  copyRows(db, encodeBlocks(chain, blocks));

/** The rows that copyBlocks sends. */
export function encodeBlocks(chain: string, blocks: readonly BlockRef[]): EncodedRows {
  const writer = new RowWriter(COLUMNS.length);
  const chainText = Buffer.from(chain);
  for (const { blockNumber, timeAt, hash } of blocks) {
    writer.startRow();
    writer.int64(blockNumber);
    writer.seconds(timeAt);
    writer.bytes(chainText);
    writer.hex(hash, 32);
  }
  return { table: "block", columns: COLUMNS, count: blocks.length, chunks: [writer.take()] };
}

/** Whether the store has another block with the number of one of these. By primary key. */
export async function hasOtherBlock(db: Store, chain: string, blocks: readonly BlockRef[]): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select 1 from unnest(
        ${toNumberArray(blocks.map(({ blockNumber }) => blockNumber))}::bigint[],
        ${toByteaArray(blocks.map(({ hash }) => hash))}::bytea[]
      ) as given(block_number, hash)
      join block on block.chain = ${chain} and block.block_number = given.block_number and block.hash <> given.hash
    ) as has`.execute(db);
  return rows[0]?.has ?? false;
}

/** The latest stored blocks of a chain before a number, newest first. A range of the primary key. */
export async function listBlocksBefore(
  db: Store,
  chain: string,
  blockNumber: bigint,
  limit: number,
): Promise<BlockRef[]> {
  const { rows } = await sql<{ block_number: bigint; hash: Bytea; time_at: bigint }>`
    select block_number, hash, time_at from block where chain = ${chain} and block_number < ${blockNumber}
    order by block_number desc limit ${limit}`.execute(db);
  return rows.map((row) => ({
    blockNumber: row.block_number,
    hash: fromBytea(row.hash),
    timeAt: toSeconds(row.time_at),
  }));
}

/** The first stored block of a chain after a number. By primary key. */
export async function findBlockAfter(
  db: Store,
  chain: string,
  blockNumber: bigint,
): Promise<Omit<BlockRef, "hash"> | undefined> {
  const { rows } = await sql<{ block_number: bigint; time_at: bigint }>`
    select block_number, time_at from block where chain = ${chain} and block_number > ${blockNumber}
    order by block_number limit 1`.execute(db);
  return rows.map((row) => ({ blockNumber: row.block_number, timeAt: toSeconds(row.time_at) }))[0];
}

/** By primary key. */
export async function findBlockAt(db: Store, chain: string, blockNumber: bigint): Promise<BlockRef | undefined> {
  const [block] = await listBlocksBefore(db, chain, blockNumber + 1n, 1);
  return block?.blockNumber === blockNumber ? block : undefined;
}
