import type { ColumnType, Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";
import type { EpochSeconds } from "../encoding/epochSeconds.ts";

/**
 * An owner's balance of a token, from a call at `block_number`. Zeros are stored, because the pair may change again; so
 * is null, if the call fails.
 */
export type BalanceTable = {
  owner: Bytea;
  chain: string;
  token: Bytea;
  raw_amount: ColumnType<string | null, bigint | null, bigint | null>;
  block_number: bigint;
  /**
   * The block of its first read without a failed one since; null if older than the column; the highest bigint if it has
   * to be opened again after a rewind.
   */
  opened_block: bigint | null;
};

/** Pairs whose balance and allowances must be read (again): a queue per chain. */
export type StaleBalanceTable = {
  chain: string;
  owner: Bytea;
  token: Bytea;
  /** Only logs of other kinds than movements and approvals name the pair: a balance of zero makes no row. */
  is_named_only: Generated<boolean>;
  /** After a rewind, what the next read is compared with instead of the last one: the amount at a block. */
  base_block: Generated<bigint | null>;
  base_amount: ColumnType<string | null, bigint | null, bigint | null>;
};

/** What changed between the reads of a balance at two blocks, without a leg; never zero. */
export type ResidualTable = {
  owner: Bytea;
  chain: string;
  token: Bytea;
  /** Exclusive. */
  from_block: bigint;
  /** Inclusive. */
  to_block: bigint;
  /** Of `to_block`. */
  time_at: EpochSeconds;
  raw_amount: ColumnType<string, bigint, bigint>;
  /** Its leg, if one transaction explains it. */
  tx_block: bigint | null;
  position: bigint | null;
  /** All balances of the token changed. */
  is_rebase: boolean;
  /** It is minus twice the legs in between. */
  is_backwards: Generated<boolean>;
  /** No log of the token in between names the owner. */
  is_unnamed: Generated<boolean>;
};

/** Tokens with residuals: when their holders were last sampled, and whether those drift. See tokenDrift.ts. */
export type TokenDriftTable = {
  chain: string;
  token: Bytea;
  /** Of the sample, or of the third holder that drifted. */
  block_number: bigint;
  /** Of that block. */
  time_at: EpochSeconds;
  is_drifting: boolean;
};

/** A transaction with a log of a token that names an owner in a topic and is neither a movement nor an approval. */
export type TokenLogTable = {
  owner: Bytea;
  chain: string;
  token: Bytea;
  block_number: bigint;
  tx_index: number;
  /** Of the first such log in the transaction. */
  log_index: number;
  tx_hash: Bytea;
  time_at: EpochSeconds;
};

/** Accounts that were credited with fees in a span of blocks: see feeRecipients.ts. */
export type FeeRecipientTable = { owner: Bytea; chain: string; span: bigint };
