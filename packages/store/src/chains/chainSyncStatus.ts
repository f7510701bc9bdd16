import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { toBytea } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";

/** A chain's sync status, for responses. */
export type ChainSyncStatus = {
  chain: string;
  /** The first indexed block. */
  startBlock: bigint;
  /** The block of all balances, and its timestamp (unix seconds). Undefined until the first sync is done. */
  balances: { blockNumber: bigint; timeAt: number } | undefined;
  /**
   * Whether the store has the owner's balances of all listed tokens: the chain is indexed from genesis,
   * or the owner had an initial scan (see initialScans.ts). Undefined if no balance of an owner is read.
   */
  isScanned?: boolean;
};

export type SyncStatusRow = {
  chain: string;
  start_block: bigint;
  block: bigint | null;
  time: bigint | null;
  is_scanned: boolean;
};

/** The columns of a SyncStatusRow, selected from chain_state; the parameter $1 is the owner. */
export const SYNC_STATUS_COLUMNS = `
  chain_state.chain, chain_state.start_block, chain_state.balances_block as block, chain_state.balances_time as time,
  chain_state.start_block = 0 or exists (
    select from sight where sight.owner = $1 and sight.chain = chain_state.chain and sight.block_number is not null
  ) as is_scanned`;

const [BEFORE_OWNER = "", AFTER_OWNER = ""] = SYNC_STATUS_COLUMNS.split("$1");

/** SYNC_STATUS_COLUMNS for a statement of Kysely. */
export const selectSyncStatus = (owner: Address): RawBuilder<SyncStatusRow> =>
  sql`${sql.raw(BEFORE_OWNER)}${toBytea(owner)}${sql.raw(AFTER_OWNER)}`;

export const toSyncStatus = (row: SyncStatusRow): ChainSyncStatus => ({
  ...toChainSyncStatus(row),
  isScanned: row.is_scanned,
});

/** The columns of a row for toChainSyncStatus, selected from chain_state. */
export const CHAIN_SYNC_STATUS_COLUMNS = "chain, start_block, balances_block as block, balances_time as time";

/** If no balance of an owner is read. */
export const toChainSyncStatus = ({
  chain,
  start_block,
  block,
  time,
}: Omit<SyncStatusRow, "is_scanned">): ChainSyncStatus => ({
  chain,
  startBlock: start_block,
  balances: block === null || time === null ? undefined : { blockNumber: block, timeAt: toSeconds(time) },
});
