import type { ColumnType, Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";
import type { EpochSeconds } from "../encoding/epochSeconds.ts";

/** That an event of a contract named an owner. See touches.ts. */
export type TouchTable = {
  owner: Bytea;
  chain: string;
  contract: Bytea;
  key: string;
  /** The first such event's, and the newest one's. */
  block_number: bigint;
  last_block: bigint;
};

/** Whose a token or pool is; that nobody knows it: one row of identity "none", without a protocol. */
export type ProtocolContractTable = {
  chain: string;
  address: Bytea;
  protocol_id: string;
  identity: "none" | "place" | "receipt";
  /** The block that it was looked at. */
  block_number: bigint;
};

export type ProtocolTable = {
  id: string;
  chain: string;
  tvl_usd: number | null;
  /** Of the block that its pools were read at; null before. */
  block_number: bigint | null;
  time_at: EpochSeconds | null;
  /** Why its pools could not be read, or its contracts not be told, last time. */
  error: string | null;
  /** An operator's kill switch. */
  is_off: Generated<boolean>;
  off_reason: string | null;
  /** Tells apart the adapters that looked at the chain's contracts; null: they are to be looked at again. */
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
  user_count: number | null;
  valuable_user_count: number | null;
  block_number: bigint;
  time_at: EpochSeconds;
};

/** What an owner had in a protocol at a block: JSON that its reader wrote, in one line. */
export type PositionReadTable = {
  owner: Bytea;
  chain: string;
  protocol_id: string;
  block_number: bigint;
  block_hash: Bytea;
  time_at: EpochSeconds;
  positions: string;
};

/** How much of each token an owner had in a protocol, debts negative: `{"0xtoken":"-123"}`. */
export type PositionPointTable = {
  owner: Bytea;
  chain: string;
  protocol_id: string;
  time_at: EpochSeconds;
  amounts: ColumnType<Record<string, string>, string, string>;
};
