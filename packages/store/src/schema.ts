import type { ColumnType, Generated } from "kysely";
import type { Bytea } from "./bytea.ts";

/** numeric(78,0): read as decimal digits, written as bigint. */
type Uint256 = ColumnType<string, bigint, bigint>;

/** One row per chain that was ever indexed. */
export type ChainStateTable = {
  chain: string;
  chain_id: number;
  /** The first block whose logs are stored. */
  start_block: bigint;
  /** Of block 0, which tells chains apart that share an id; null when the node did not have it. */
  genesis_hash: Bytea | null;
  /** Every log up to this block is stored (the cursor). Null before the first range. */
  logs_block: bigint | null;
  logs_hash: Bytea | null;
  logs_time: number | null;
  /** Every balance is true at this block. Null until the first sync is done. */
  balances_block: bigint | null;
  balances_hash: Bytea | null;
  balances_time: number | null;
  /** The chain's head as last seen. */
  target_block: bigint | null;
  updated_at: ColumnType<Date, never, Date>;
};

/** What an owner has of a token, as a call at `block_number` answered. Zero stays: the pair was touched. */
export type BalanceTable = {
  owner: Bytea;
  chain: string;
  token: Bytea;
  raw_amount: Uint256;
  block_number: bigint;
};

/** The pairs whose balance must be read (again): a queue per chain, so it is the one table with `chain` first. */
export type StaleBalanceTable = { chain: string; owner: Bytea; token: Bytea };

/** One side of a transfer, under the participant it concerns. */
export type LegTable = {
  owner: Bytea;
  chain: string;
  block_number: bigint;
  log_index: number;
  is_inbound: boolean;
  token: Bytea;
  counterparty: Bytea;
  raw_amount: Uint256;
  tx_hash: Bytea;
  time_at: number;
};

export type TokenTable = {
  chain: string;
  address: Bytea;
  standard: string;
  name: string | null;
  symbol: string | null;
  decimals: number | null;
  logo_url: string | null;
  is_verified: boolean;
  is_core: boolean;
  /** When it was deployed. */
  time_at: number | null;
  protocol_id: string;
  /** The block that its metadata was read at; null when not read. */
  metadata_block: bigint | null;
};

export type PriceTable = {
  chain: string;
  token: Bytea;
  usd: number;
  source: string;
  block_number: bigint;
  time_at: number;
};

export type AccessKeyTable = {
  id: string;
  /** SHA-256 of the whole key. */
  hash: Bytea;
  name: string;
  created_at: Generated<Date>;
  expires_at: Date | null;
  revoked_at: Date | null;
  is_unlimited: Generated<boolean>;
};

export type Database = {
  chain_state: ChainStateTable;
  balance: BalanceTable;
  stale_balance: StaleBalanceTable;
  leg: LegTable;
  token: TokenTable;
  price: PriceTable;
  access_key: AccessKeyTable;
};
