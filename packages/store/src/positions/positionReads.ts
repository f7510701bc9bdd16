import { sql } from "kysely";
import { toBytea, toNumberArray } from "../encoding/bytea.ts";
import type { Address, Hex } from "../encoding/bytea.ts";
import { createBatches } from "../database/batch.ts";
import type { BlockRef } from "../chains/chains.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { isDistributed } from "../distribution/isDistributed.ts";
import { isOfOwners, withOwnerRows } from "../distribution/ownerRows.ts";
import { holdChain } from "../chains/holdChain.ts";

/** Call results at one block about an owner in a protocol. */
export interface PositionReading {
  owner: Address;
  chain: string;
  protocolId: string;
  blockNumber: bigint;
  blockHash: Hex;
  /** Of the block, unix seconds. */
  timeAt: number;
  /** Positions as JSON. */
  text: string;
  /** Base units by token, decimal, debts negative. */
  amounts: Readonly<Record<Address, string>>;
}

/** Interval of the points of an owner's amounts in a protocol, s: their times are multiples of it. */
export const POINT_SECONDS = 300;
/** Retention of points, s: a week's curve and a day. */
const RETENTION_SECONDS = 8 * 86_400;
/** Readings older than this (s of the chain) are deleted: anybody may request any address. */
const EXPIRY_SECONDS = 30 * 86_400;
/** Timeout of a write that waits for a chain's indexer, ms: the positions can be read again. */
const HELD_MS = 2_000;

/**
 * Stores readings of positions, with a point for curves if the amounts changed: before the first point an owner had
 * nothing. Readings at orphaned blocks, and those older than the stored ones, are left out. Concurrent writes to a
 * chain are batched, because each write waits for its indexer while holding a connection. By primary keys; expired
 * readings are deleted by position_read_by_block.
 * @throws a DatabaseError of code 55P03 if the chain's indexer holds it too long.
 * @param db - Not a transaction: it makes one for each chain.
 */
export async function writePositionReads(db: Store, rows: readonly PositionReading[]): Promise<void> {
  const byChain = [...Map.groupBy(rows, ({ chain }) => chain)];
  await Promise.all(byChain.map(([chain, ofChain]) => batchesOf(db, chain)(ofChain)));
}

const BATCH_LIMITS = { running: 1, size: 64 };
type Write = (rows: readonly PositionReading[]) => Promise<void>;
const batches = new WeakMap<Store, Map<string, Write>>();

function batchesOf(db: Store, chain: string): Write {
  const ofDb = batches.get(db) ?? new Map<string, Write>();
  const known =
    ofDb.get(chain) ??
    createBatches(async (all: (readonly PositionReading[])[]): Promise<void[]> => {
      await inTransaction(db, (tx) => writeChain(tx, chain, all.flat()));
      return all.map(() => undefined);
    }, BATCH_LIMITS);
  batches.set(db, ofDb.set(chain, known));
  return known;
}

async function writeChain(tx: Store, chain: string, rows: readonly PositionReading[]): Promise<void> {
  await sql`set local lock_timeout = ${sql.raw(String(HELD_MS))}`.execute(tx);
  await holdChain(tx, chain);
  await writeRows(tx, chain, rows);
  await deleteUnrequested(tx, chain, rows);
}

async function writeRows(tx: Store, chain: string, rows: readonly PositionReading[]): Promise<void> {
  const store = sql`
    with given as (
      select distinct on (owner, protocol_id) g.* from jsonb_to_recordset(${JSON.stringify(rows.map(fromReading))}::jsonb)
        as g(owner bytea, protocol_id text, block_number bigint, block_hash bytea, time_at bigint, positions text, amounts jsonb)
      join block b on b.chain = ${chain} and b.block_number = g.block_number and b.hash = g.block_hash
      order by owner, protocol_id, g.block_number desc
    ), written as (
      insert into position_read as r (owner, chain, protocol_id, block_number, block_hash, time_at, positions)
      select owner, ${chain}, protocol_id, block_number, block_hash, time_at, positions
      from given order by owner, protocol_id
      on conflict (owner, chain, protocol_id) do update set block_number = excluded.block_number,
        block_hash = excluded.block_hash, time_at = excluded.time_at, positions = excluded.positions
      where r.block_number <= excluded.block_number
      returning owner, protocol_id
    ), pointed as (
      insert into position_point (owner, chain, protocol_id, time_at, amounts)
      select owner, ${chain}, protocol_id, time_at - time_at % ${POINT_SECONDS}::integer, amounts
      from given join written using (owner, protocol_id)
      where amounts <> coalesce((
        select amounts from position_point p
        where p.owner = given.owner and p.chain = ${chain} and p.protocol_id = given.protocol_id
          and p.time_at <= given.time_at
        order by p.time_at desc limit 1
      ), '{}') order by owner, protocol_id
      on conflict (owner, chain, protocol_id, time_at) do update set amounts = excluded.amounts
    )
    delete from position_point p using given g
    where p.owner = g.owner and p.chain = ${chain} and p.protocol_id = g.protocol_id
      and p.time_at < g.time_at - ${RETENTION_SECONDS}::integer and exists (
        select 1 from position_point later where later.owner = p.owner and later.chain = p.chain
          and later.protocol_id = p.protocol_id and later.time_at > p.time_at
          and later.time_at <= g.time_at - ${RETENTION_SECONDS}::integer
      )`;
  const where = [
    isOfOwners(
      chain,
      rows.map(({ owner }) => owner),
    ),
  ];
  const blocks = toNumberArray(rows.map(({ blockNumber }) => blockNumber));
  await withOwnerRows(
    tx,
    () => [
      { table: "block", where: [sql`chain = ${chain} and block_number = any(${blocks}::bigint[])`] },
      { table: "position_read", where, isWritten: true },
      { table: "position_point", where, isWritten: true },
    ],
    (copies) => store.execute(copies),
  );
}

/** Deletes some expired readings, the oldest first, with their points: up to twice as many as were written. */
async function deleteUnrequested(tx: Store, chain: string, rows: readonly PositionReading[]): Promise<void> {
  const lock = (await isDistributed(tx)) ? sql`` : sql`for update skip locked`; // of one server only
  const before = rows.reduce((latest, { timeAt }) => Math.max(latest, timeAt), 0) - EXPIRY_SECONDS;
  await sql`
    with forgotten as (
      delete from position_read r using (
        select owner, protocol_id from position_read where chain = ${chain} and block_number <= coalesce((
          select block_number from block b where b.chain = ${chain} and b.time_at <= ${before}
          order by b.time_at desc limit 1
        ), (
          select start_block - 1 from chain_state s where s.chain = ${chain} and indexed_from is not null
        ), -1) and time_at <= ${before} order by block_number limit ${rows.length * 2} ${lock}
      ) old
      where r.owner = old.owner and r.chain = ${chain} and r.protocol_id = old.protocol_id
      returning r.owner, r.protocol_id
    )
    delete from position_point p using forgotten f
    where p.owner = f.owner and p.chain = ${chain} and p.protocol_id = f.protocol_id`.execute(tx);
}

/** A row as JSON, for jsonb_to_recordset. */
const fromReading = (row: PositionReading) => ({
  owner: toBytea(row.owner),
  protocol_id: row.protocolId,
  block_number: String(row.blockNumber),
  block_hash: toBytea(row.blockHash),
  time_at: row.timeAt,
  positions: row.text.replaceAll("\n", " "), // rows are sent as lines; within JSON strings a line break is escaped
  amounts: row.amounts,
});

/**
 * Deletes readings after a fork, and the points that may depend on it; if the last reading is at or before the fork,
 * its points stay, because none is newer. Ranges of indexes by block and by time, and a look-up for each point.
 */
export async function rewindPositions(
  tx: Store,
  chain: string,
  { blockNumber, timeAt }: Pick<BlockRef, "blockNumber" | "timeAt">,
): Promise<void> {
  await sql`delete from position_read where chain = ${chain} and block_number > ${blockNumber}`.execute(tx);
  const mark = timeAt - (timeAt % POINT_SECONDS);
  await sql`
    delete from position_point p where chain = ${chain} and time_at >= ${mark} and not exists (
      select 1 from position_read r where r.owner = p.owner and r.chain = p.chain and r.protocol_id = p.protocol_id
    )`.execute(tx);
}
