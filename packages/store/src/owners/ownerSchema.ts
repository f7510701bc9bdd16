import type { ColumnType, Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";
import type { EpochSeconds } from "../encoding/epochSeconds.ts";

/** An owner whose changes are stored on a chain that is indexed for owners only. */
export type FollowedOwnerTable = {
  chain: string;
  owner: Bytea;
  /** All its changes after this block are stored; null while its first balances are read. */
  since_block: bigint | null;
  /** Updated at most once a day. */
  requested_at: Generated<Date>;
  /** Whether an operator added it: it is followed until it is removed. */
  is_permanent: Generated<boolean>;
};

export type HistoryState = "collecting" | "complete" | "partial" | "tokens";

/** How far the history of an owner is collected that it had before the index stored its changes. */
export type OwnerHistoryTable = {
  chain: string;
  owner: Bytea;
  /** The last block of this history: later changes are stored by the index itself. */
  to_block: bigint;
  /** What a source of calls has from this block on is stored; null: nothing yet. */
  calls_from: bigint | null;
  /** Transactions with a log that names the owner are stored from this block on; null: nothing yet. */
  logs_from: bigint | null;
  transaction_count: Generated<bigint>;
  state: Generated<HistoryState>;
  calls_source: string | null;
  /** Why it is not complete, or why its last step failed. */
  reason: string | null;
  /** Changes since the last check that may make its result wrong: see historyChecks.ts. */
  change_count: Generated<bigint>;
  /** Whether a source of its calls, `calls_source`, doesn't find internal transfers. */
  lacks_internal: Generated<boolean>;
  /** Whether its calls are collected again, by a source that does: then stored transactions are read again. */
  is_repeated: Generated<boolean>;
  /** Updated at most once a day. */
  requested_at: Generated<Date>;
};

/** A token whose change affects histories of its holders. */
export type HistoryTokenTable = {
  chain: string;
  token: Bytea;
  /** The histories of owners up to this one are marked. */
  after_owner: Generated<Bytea>;
};

/** A token, or a contract with approved operators, that a history stored: the chain's indexer learns it, and deletes the row. */
export type NewContractTable = {
  chain: string;
  address: Bytea;
  /** Whether it has approved operators. */
  is_operated: boolean;
};

/** The search for a requested token's holders: see holderScans.ts. */
export type HolderScanTable = {
  chain: string;
  token: Bytea;
  /** The first block that is searched; null until it is found. */
  from_block: bigint | null;
  /** All blocks before it are searched. */
  next_block: bigint | null;
  log_count: Generated<bigint>;
  request_count: Generated<bigint>;
  /** Whether a log shows that the token is fungible. */
  is_fungible: Generated<boolean>;
  /** The block of the holders' balances; null: they are not read yet, or not any more. */
  block_number: bigint | null;
  time_at: EpochSeconds | null;
  /** Why the holders can't be found. */
  refusal: string | null;
  requested_at: Generated<Date>;
  created_at: Generated<Date>;
  /** When it ended last, with balances or a refusal. */
  read_at: Date | null;
};

/** An account that logs of a requested token name, and its balance; null: not read, or the call fails. */
export type TokenHolderTable = {
  chain: string;
  token: Bytea;
  owner: Bytea;
  raw_amount: ColumnType<string | null, bigint | null, bigint | null>;
};
