import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { Store } from "../database/database.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import type { Lease } from "../processes/lease.ts";
import type { ChainStatusTable } from "../processes/processSchema.ts";
import { fromFirstBlock } from "./firstBlock.ts";

/**
 * Work of a chain's lease holder: reading old blocks, reading the balances that they changed, following the head, or
 * waiting to
 * retry after a failure.
 */
export type WorkPhase = "backfill" | "balances" | "failed" | "head";

/** Report of a chain's lease holder. */
export type ChainWorkStatus = {
  phase: WorkPhase;
  /** The chain's last known head. */
  headBlock: bigint | undefined;
  /** Of that block, unix seconds. */
  headTime: number | undefined;
  blocksPerSecond: number;
  transfersPerSecond: number;
  /** undefined: nothing is awaited, or unknown. */
  etaSeconds: number | undefined;
  hasReceipts: boolean | undefined;
  hasTraces: boolean | undefined;
  /** Without secrets. */
  lastError: string | undefined;
  lastErrorAt: Date | undefined;
};

export type ChainStatus = ChainWorkStatus & {
  chain: string;
  holder: string;
  /** No report for fifteen seconds: no process works on the chain. */
  isStalled: boolean;
  updatedAt: Date;
  /** The first indexed block; undefined while there is none. */
  startBlock: bigint | undefined;
  /** The latest indexed block, and its timestamp, unix seconds. */
  blockNumber: bigint | undefined;
  blockTime: number | undefined;
  /** Start of the known price history, unix seconds; undefined before the first prices. */
  priceHistorySince: number | undefined;
  /** Start of the price history once complete; undefined if no more is read. */
  priceHistoryGoal: number | undefined;
};

/** Writes a report of a chain's lease holder. @returns whether it holds the lease: nothing is written otherwise. */
export async function writeChainStatus(db: Store, lease: Lease, status: ChainWorkStatus): Promise<boolean> {
  const { name, holder, term } = lease;
  const { numAffectedRows } = await sql`
    insert into chain_status (chain, holder, phase, head_block, head_time, blocks_per_second, transfers_per_second,
      eta_seconds, has_receipts, has_traces, last_error, last_error_at, updated_at)
    select name, holder, ${status.phase}, ${status.headBlock ?? null}::bigint, ${status.headTime ?? null}::bigint,
      ${status.blocksPerSecond}::double precision, ${status.transfersPerSecond}::double precision,
      ${status.etaSeconds ?? null}::double precision, ${status.hasReceipts ?? null}::boolean,
      ${status.hasTraces ?? null}::boolean, ${status.lastError ?? null}, ${status.lastErrorAt ?? null}::timestamptz,
      clock_timestamp()
    from lease where name = ${name} and holder = ${holder} and term = ${term}
    on conflict (chain) do update set holder = excluded.holder, phase = excluded.phase,
      head_block = coalesce(excluded.head_block, chain_status.head_block),
      head_time = coalesce(excluded.head_time, chain_status.head_time),
      blocks_per_second = excluded.blocks_per_second, transfers_per_second = excluded.transfers_per_second,
      eta_seconds = excluded.eta_seconds,
      has_receipts = coalesce(excluded.has_receipts, chain_status.has_receipts),
      has_traces = coalesce(excluded.has_traces, chain_status.has_traces),
      last_error = coalesce(excluded.last_error, chain_status.last_error),
      last_error_at = coalesce(excluded.last_error_at, chain_status.last_error_at),
      updated_at = excluded.updated_at`.execute(db);
  return numAffectedRows === 1n;
}

/** Every chain that a process ever worked on, by slug; a small table, read completely. */
export async function listChainStatus(db: Store): Promise<ChainStatus[]> {
  const { rows } = await sql<StatusRow>`
    select chain_status.*, chain_status.updated_at < clock_timestamp() - interval '15 seconds' as is_stalled,
      start_block, logs_block, logs_time, goal_time_at, case when time_at is not null then coalesce(first_time_at, (
        select b.time_at ${fromFirstBlock(sql.ref("chain_status.chain"))}
      )) end as price_since
    from chain_status left join chain_state using (chain) left join price_clock using (chain) order by chain`.execute(
    db,
  );
  return rows.map(toChainStatus);
}

type StatusRow = Selectable<ChainStatusTable> & {
  is_stalled: boolean;
  start_block: bigint | null;
  logs_block: bigint | null;
  logs_time: bigint | null;
  price_since: bigint | null;
  goal_time_at: bigint | null;
};

const toChainStatus = (row: StatusRow): ChainStatus => ({
  chain: row.chain,
  holder: row.holder,
  phase: row.phase as WorkPhase,
  isStalled: row.is_stalled,
  startBlock: row.start_block ?? undefined,
  blockNumber: row.logs_block ?? undefined,
  blockTime: toSeconds(row.logs_time) ?? undefined,
  priceHistorySince: toSeconds(row.price_since) ?? undefined,
  priceHistoryGoal: toSeconds(row.goal_time_at) ?? undefined,
  headBlock: row.head_block ?? undefined,
  headTime: toSeconds(row.head_time) ?? undefined,
  blocksPerSecond: row.blocks_per_second,
  transfersPerSecond: row.transfers_per_second,
  etaSeconds: row.eta_seconds ?? undefined,
  hasReceipts: row.has_receipts ?? undefined,
  hasTraces: row.has_traces ?? undefined,
  lastError: row.last_error ?? undefined,
  lastErrorAt: row.last_error_at ?? undefined,
  updatedAt: row.updated_at,
});
