import type { ChainStatus } from "@portico/contract";

/** Sync status of a chain, as stored. */
export interface KnownChainStatus {
  readonly chain: string;
  readonly isStalled: boolean;
  readonly phase: Exclude<ChainStatus["phase"], "stalled">;
  readonly blockNumber?: bigint | undefined;
  readonly blockTime?: number | undefined;
  readonly headBlock?: bigint | undefined;
  readonly headTime?: number | undefined;
  readonly startBlock?: bigint | undefined;
  readonly blocksPerSecond: number;
  readonly transfersPerSecond: number;
  readonly etaSeconds?: number | undefined;
  readonly hasReceipts?: boolean | undefined;
  readonly hasTraces?: boolean | undefined;
  readonly priceHistorySince?: number | undefined;
  readonly priceHistoryGoal?: number | undefined;
  readonly lastError?: string | undefined;
  readonly lastErrorAt?: Date | undefined;
  readonly updatedAt: Date;
}

/** Sync status in the contract's form. */
export const toChainStatusResponse = (status: KnownChainStatus): ChainStatus => ({
  id: status.chain,
  phase: status.isStalled ? "stalled" : status.phase,
  block: toNumber(status.blockNumber),
  block_time: status.blockTime ?? null,
  head_block: toNumber(status.headBlock),
  head_time: status.headTime ?? null,
  lag_blocks: measure(toNumber(status.blockNumber), toNumber(status.headBlock)),
  lag_seconds: measure(status.blockTime, status.headTime),
  since: toNumber(status.startBlock),
  blocks_per_second: status.blocksPerSecond,
  transfers_per_second: status.transfersPerSecond,
  eta_seconds: status.etaSeconds ?? null,
  has_receipts: status.hasReceipts ?? null,
  has_traces: status.hasTraces ?? null,
  price_history_since: status.priceHistorySince ?? null,
  price_history_goal: status.priceHistoryGoal ?? null,
  last_error: status.lastError ?? null,
  last_error_at: status.lastErrorAt === undefined ? null : toSeconds(status.lastErrorAt),
  updated_at: toSeconds(status.updatedAt),
});

const toNumber = (block: bigint | undefined): number | null => (block === undefined ? null : Number(block));

const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** The stored block may be slightly ahead of the last reported head. */
const measure = (from: number | null | undefined, to: number | null | undefined): number | null =>
  from == null || to == null ? null : Math.max(0, to - from);
