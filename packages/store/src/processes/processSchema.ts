import type { Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";
import type { EpochSeconds } from "../encoding/epochSeconds.ts";

/** Which process does what only one may do at a time. */
export type LeaseTable = {
  name: string;
  /** Empty when it was given back. */
  holder: string;
  /** How often it was taken: tells two times of the same holder apart. */
  term: bigint;
  expires_at: Date;
};

/** The processes that share leases, and which ones each of them would take. */
export type ProcessTable = { id: string; lease_names: string[]; beat_at: Date; expires_at: Date };

/** What the indexer says of its work on a chain. */
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

/** An address that was asked for on a chain whose index does not start at genesis. */
export type SightTable = {
  owner: Bytea;
  chain: string;
  /** Where its listed balances were read; null while it waits for that. */
  block_number: bigint | null;
  asked_at: Generated<Date>;
  /** Of the token list that was read; null while it waits. */
  list_id: number | null;
  /** Whether it held nothing then: such a row may go, see writeSights. */
  is_empty: Generated<boolean>;
};
