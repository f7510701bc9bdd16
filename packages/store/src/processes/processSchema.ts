import type { Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";
import type { EpochSeconds } from "../encoding/epochSeconds.ts";

/** Holders of exclusive leases. */
export type LeaseTable = {
  name: string;
  /** Empty if it was released. */
  holder: string;
  /** Number of times it was taken: distinguishes two terms of the same holder. */
  term: bigint;
  expires_at: Date;
};

/** Processes that share leases, and the leases that each would take. */
export type ProcessTable = { id: string; lease_names: string[]; beat_at: Date; expires_at: Date };

/** The indexer's reported status on a chain. */
export type ChainStatusTable = {
  chain: string;
  holder: string;
  phase: string;
  head_block: bigint | null;
  head_time: EpochSeconds | null;
  blocks_per_second: number;
  transfers_per_second: number;
  eta_seconds: number | null;
  has_receipts: boolean | null;
  has_traces: boolean | null;
  last_error: string | null;
  last_error_at: Date | null;
  updated_at: Generated<Date>;
};

/** An address that was requested on a chain whose index does not start at genesis. */
export type InitialScanTable = {
  owner: Bytea;
  chain: string;
  /** The block at which its listed balances were read; null while waiting. */
  block_number: bigint | null;
  asked_at: Generated<Date>;
  /** Of the token list that was read; null while waiting. */
  list_id: number | null;
  /** Whether it held nothing then: such a row may be deleted, see writeInitialScans. */
  is_empty: Generated<boolean>;
  /** Whether only the common tokens were read so far. */
  is_partial: Generated<boolean>;
};
