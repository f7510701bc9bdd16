import type { ColumnType, Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";
import type { EpochSeconds } from "../encoding/epochSeconds.ts";

/** An owner named by a contract's event. See interactions.ts. */
export type InteractionTable = {
  owner: Bytea;
  chain: string;
  contract: Bytea;
  key: string;
  /** The block of the first and of the newest such event. */
  block_number: bigint;
  last_block: bigint;
};

/** Since which block the events of a contract are in the index. See eventScans.ts. */
export type EventScanTable = {
  chain: string;
  topic: Bytea;
  /** Empty: all contracts that protocols identify by their form. */
  emitter: Bytea;
  from_block: bigint;
};

/** A contract that emitted an event of a protocol, and is not in any table. */
export type EmitterTable = { chain: string; address: Bytea; is_classified: Generated<boolean> };

/** The protocol of a token, pool, collection or emitter; unidentified ones have one row of identity "none", without a protocol. */
export type ProtocolContractTable = {
  chain: string;
  address: Bytea;
  protocol_id: string;
  identity: "nft" | "none" | "place" | "receipt";
  /** The block at which it was identified. */
  block_number: bigint;
  /** Number of checks; at most 9. */
  check_count: Generated<number>;
  /** Time of the chain at which an unidentified contract is checked again. */
  recheck_at: Generated<EpochSeconds>;
  /** Of several protocols of a contract, the lowest counts, then the first by id. */
  precedence: Generated<number>;
};

export type ProtocolTable = {
  id: string;
  chain: string;
  tvl_usd: number | null;
  /** Of the block at which its pools were read; null before. */
  block_number: bigint | null;
  time_at: EpochSeconds | null;
  /** Why reading its pools or identifying its contracts failed the last time. */
  error: string | null;
  /** An operator's kill switch. */
  is_off: Generated<boolean>;
  off_reason: string | null;
  /** Version of the contracts that were checked last; null: check them. */
  checked_version: string | null;
  /** What is wrong with its contracts; null if they respond, or were not checked. */
  dead_reason: string | null;
  /** Version of the adapters that identified the chain's contracts; null: identify them again. */
  identify_version: string | null;
};

/** Append-only. */
export type ProtocolSwitchTable = {
  id: Generated<bigint>;
  switched_at: Generated<Date>;
  is_off: boolean;
  protocol_id: string;
  actor: string;
  reason: string | null;
};

export type PoolTable = {
  chain: string;
  pool_id: string;
  protocol_id: string;
  name: string;
  contract_ids: ColumnType<string, Buffer, Buffer>;
  /** `[["0xtoken","123"]]` */
  amounts: ColumnType<[string, string][], string, string>;
  deposit_usd: number | null;
  /** The token whose holders are the depositors; null if there is none. */
  receipt: Bytea | null;
  /** Base units of the receipt that all of them hold; null without one. */
  raw_shares: string | null;
  /** Value of these in USD; null if unknown. */
  receipt_usd: number | null;
  user_count: number | null;
  valuable_user_count: number | null;
  block_number: bigint;
  time_at: EpochSeconds;
};

/** An owner's positions in a protocol at a block: JSON from the adapter, on one line. */
export type PositionReadTable = {
  owner: Bytea;
  chain: string;
  protocol_id: string;
  block_number: bigint;
  block_hash: Bytea;
  time_at: EpochSeconds;
  positions: string;
};

/** Amounts of each token that an owner had in a protocol, debts negative: `{"0xtoken":"-123"}`. */
export type PositionPointTable = {
  owner: Bytea;
  chain: string;
  protocol_id: string;
  time_at: EpochSeconds;
  amounts: ColumnType<Record<string, string>, string, string>;
};
