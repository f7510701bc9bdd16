import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import type { Selectable } from "kysely";
import { fromBytea, toBytea } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import { PROTOCOL_CHANNEL } from "../notifications/channels.ts";
import type { Store } from "../database/database.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import { notify } from "../notifications/notify.ts";
import type { PoolTable, ProtocolTable } from "../positions/positionSchema.ts";
import { toStorableText } from "../tokens/tokenRows.ts";

/** The token whose holders are the depositors of a pool. */
export interface PoolReceipt {
  token: Address;
  /** What all of them hold, base units. */
  rawShares: bigint;
  /** Value of the deposits that it stands for; null is unknown. */
  usd: number | null;
}

/** A pool for deposits, at a block. Null is unknown. */
export interface PoolRow {
  chain: string;
  poolId: string;
  protocolId: string;
  name: string;
  /** The contracts involved. */
  contracts: Address[];
  /** Deposited, base units. */
  amounts: { token: Address; rawAmount: bigint }[];
  depositUsd: number | null;
  /** Null if its depositors are not the holders of a token. */
  receipt: PoolReceipt | null;
  userCount: number | null;
  valuableUserCount: number | null;
  blockNumber: bigint;
  /** Of the block, unix seconds. */
  timeAt: number;
}

/** Stored data of a protocol on its chain, in addition to its adapter's metadata. */
export interface ProtocolRow {
  id: string;
  chain: string;
  /** Null if unknown. */
  tvlUsd: number | null;
  /** Of the block at which its pools were read, unix seconds; null before, and after that block was orphaned. */
  timeAt: number | null;
  /** Why the last read failed. */
  error: string | null;
  /** Why its contracts in the catalogue don't respond; null: they do, or were not checked. */
  deadReason: string | null;
  /** Whether an operator switched it off. */
  isOff: boolean;
  offReason: string | null;
}

export interface ProtocolStats {
  blockNumber: bigint;
  timeAt: number;
  tvlUsd: number | null;
  /** Distinct by pool id. */
  pools: readonly PoolRow[];
}

/**
 * Replaces a protocol's pools: adds, updates, and removes missing ones. Clears its error; the protocol channel is
 * notified. By primary key and pool_by_protocol.
 */
export async function replacePools(
  tx: Store,
  chain: string,
  protocolId: string,
  { blockNumber, timeAt, tvlUsd, pools }: ProtocolStats,
): Promise<void> {
  await sql`
    insert into protocol (id, chain, tvl_usd, block_number, time_at)
    values (${protocolId}, ${chain}, ${tvlUsd}, ${blockNumber}, ${timeAt})
    on conflict (id) do update set
      tvl_usd = excluded.tvl_usd, block_number = excluded.block_number, time_at = excluded.time_at, error = null`.execute(
    tx,
  );
  await sql`
    delete from pool where chain = ${chain} and protocol_id = ${protocolId}
      and pool_id <> all(${pools.map(({ poolId }) => poolId)}::text[])`.execute(tx);
  await sql`
    insert into pool (chain, pool_id, protocol_id, name, contract_ids, amounts, deposit_usd, receipt, raw_shares,
      receipt_usd, user_count, valuable_user_count, block_number, time_at)
    select chain, pool_id, protocol_id, name, contract_ids, amounts, deposit_usd, receipt, raw_shares, receipt_usd,
      user_count, valuable_user_count, block_number, time_at
    from jsonb_populate_recordset(null::pool, ${JSON.stringify(pools.map(fromPool))}::jsonb) order by pool_id
    on conflict (chain, pool_id, protocol_id) do update set name = excluded.name, contract_ids = excluded.contract_ids,
      amounts = excluded.amounts, deposit_usd = excluded.deposit_usd, receipt = excluded.receipt,
      raw_shares = excluded.raw_shares, receipt_usd = excluded.receipt_usd, user_count = excluded.user_count,
      valuable_user_count = excluded.valuable_user_count, block_number = excluded.block_number,
      time_at = excluded.time_at`.execute(tx);
  await notify(tx, PROTOCOL_CHANNEL, protocolId);
}

/**
 * Records why reading a protocol failed, or clears the error; the protocol channel is notified of changes. By primary
 * key.
 */
export async function noteProtocolError(
  db: Store,
  { id, chain, error }: { id: string; chain: string; error: string | null },
): Promise<void> {
  const text = toStorableText(error?.slice(0, ERROR_MAX) ?? null);
  await sql`
    with noted as (
      insert into protocol as p (id, chain, error) values (${id}, ${chain}, ${text})
      on conflict (id) do update set error = excluded.error where p.error is distinct from excluded.error
      returning id
    )
    select pg_notify(${PROTOCOL_CHANNEL}, id) from noted`.execute(db);
}

const ERROR_MAX = 1_000;

/** The pools of this id, which several protocols may use, by protocol. A range of the primary key. */
export const listPoolRows = (db: Store, chain: string, poolId: string): Promise<PoolRow[]> =>
  listPoolsWhere(db, chain, sql<SqlBool>`pool_id = ${poolId}`);

/** The pools of a controller that has several, by protocol and id. A range of pool_by_controller. */
export const listControllerPools = (db: Store, chain: string, controller: Address): Promise<PoolRow[]> =>
  listPoolsWhere(db, chain, sql<SqlBool>`split_part(pool_id, ':', 1) = ${controller}`);

async function listPoolsWhere(db: Store, chain: string, condition: RawBuilder<SqlBool>): Promise<PoolRow[]> {
  const { rows } = await sql<Selectable<PoolTable> & { contracts: Bytea[] }>`
    select *, contract_ids::text[] as contracts from pool
    where chain = ${chain} and ${condition}
    order by protocol_id, pool_id`.execute(db);
  return rows.map(toPool);
}

/** A protocol's pools, those with the largest deposits first. Reads all of its pools, by pool_by_protocol. */
export async function listProtocolPools(
  db: Store,
  chain: string,
  { protocolId, limit }: { protocolId: string; limit: number },
): Promise<PoolRow[]> {
  const { rows } = await sql<Selectable<PoolTable> & { contracts: Bytea[] }>`
    select *, contract_ids::text[] as contracts from pool where chain = ${chain} and protocol_id = ${protocolId}
    order by deposit_usd desc nulls last, pool_id limit ${limit}`.execute(db);
  return rows.map(toPool);
}

/** All stored protocols, by id. Reads the whole table: one row for each adapter and chain. */
export async function listProtocolRows(db: Store): Promise<ProtocolRow[]> {
  const { rows } = await sql<Selectable<ProtocolTable>>`select * from protocol order by id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    chain: row.chain,
    tvlUsd: row.tvl_usd,
    timeAt: toSeconds(row.time_at),
    error: row.error,
    deadReason: row.dead_reason,
    isOff: row.is_off,
    offReason: row.off_reason,
  }));
}

/**
 * Number of holders of a token, and of those with more than `atLeast` base units. An index-only range of
 * balance_by_amount: 0.1 s for a million holders.
 */
export async function countHolders(
  db: Store,
  chain: string,
  token: Address,
  { atLeast }: { atLeast: bigint },
): Promise<{ count: number; valuable: number }> {
  const { rows } = await sql<{ count: bigint; valuable: bigint }>`
    select count(*), count(*) filter (where raw_amount > ${atLeast}) as valuable from balance
    where chain = ${chain} and token = ${toBytea(token)} and raw_amount > 0`.execute(db);
  return { count: Number(rows[0]?.count ?? 0n), valuable: Number(rows[0]?.valuable ?? 0n) };
}

/** Deletes pools read after a fork; their protocol waits to be read again. Scans the chain's. */
export async function rewindPools(tx: Store, chain: string, fork: bigint): Promise<void> {
  await sql`delete from pool where chain = ${chain} and block_number > ${fork}`.execute(tx);
  await sql`
    with changed as (
      update protocol set block_number = null, time_at = null where chain = ${chain} and block_number > ${fork}
      returning id
    )
    select pg_notify(${PROTOCOL_CHANNEL}, id) from changed`.execute(tx);
}

const toPool = (row: Selectable<PoolTable> & { contracts: Bytea[] }): PoolRow => ({
  chain: row.chain,
  poolId: row.pool_id,
  protocolId: row.protocol_id,
  name: row.name,
  contracts: row.contracts.map(fromBytea),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as fromPool wrote it
  amounts: row.amounts.map(([token, digits]) => ({ token: token as Address, rawAmount: BigInt(digits) })),
  depositUsd: row.deposit_usd,
  receipt:
    row.receipt === null || row.raw_shares === null
      ? null
      : { token: fromBytea(row.receipt), rawShares: BigInt(row.raw_shares), usd: row.receipt_usd },
  userCount: row.user_count,
  valuableUserCount: row.valuable_user_count,
  blockNumber: row.block_number,
  timeAt: toSeconds(row.time_at),
});

/** A row as JSON, for jsonb_populate_recordset. */
const fromPool = (pool: PoolRow) => ({
  chain: pool.chain,
  pool_id: pool.poolId,
  protocol_id: pool.protocolId,
  name: pool.name,
  contract_ids: pool.contracts.map(toBytea),
  amounts: pool.amounts.map(({ token, rawAmount }) => [token, String(rawAmount)]),
  deposit_usd: pool.depositUsd,
  receipt: pool.receipt && toBytea(pool.receipt.token),
  raw_shares: pool.receipt && String(pool.receipt.rawShares),
  receipt_usd: pool.receipt && pool.receipt.usd,
  user_count: pool.userCount,
  valuable_user_count: pool.valuableUserCount,
  block_number: String(pool.blockNumber),
  time_at: pool.timeAt,
});
