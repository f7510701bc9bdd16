import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { toBytea } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";

/** A chain's sync status, for responses. */
export type ChainReach = {
  chain: string;
  /** The first indexed block. */
  startBlock: bigint;
  /** The block of all balances, and its timestamp (unix seconds). Undefined until the first sync is done. */
  balances: { blockNumber: bigint; timeAt: number } | undefined;
  /**
   * Whether the store has the owner's balances of all listed tokens: the chain is indexed from genesis,
   * or the owner had an initial scan (see sights.ts). Undefined if no balance of an owner is read.
   */
  isSighted?: boolean;
};

export type ReachRow = {
  chain: string;
  start_block: bigint;
  block: bigint | null;
  time: bigint | null;
  is_sighted: boolean;
};

/** The columns of a ReachRow, selected from chain_state; the parameter $1 is the owner. */
export const REACH_COLUMNS = `
  chain_state.chain, chain_state.start_block, chain_state.balances_block as block, chain_state.balances_time as time,
  chain_state.start_block = 0 or exists (
    select from sight where sight.owner = $1 and sight.chain = chain_state.chain and sight.block_number is not null
  ) as is_sighted`;

const [BEFORE_OWNER = "", AFTER_OWNER = ""] = REACH_COLUMNS.split("$1");

/** REACH_COLUMNS for a statement of Kysely. */
export const selectReach = (owner: Address): RawBuilder<ReachRow> =>
  sql`${sql.raw(BEFORE_OWNER)}${toBytea(owner)}${sql.raw(AFTER_OWNER)}`;

export const toReach = (row: ReachRow): ChainReach => ({ ...toOwnerlessReach(row), isSighted: row.is_sighted });

/** The columns of a row for toOwnerlessReach, selected from chain_state. */
export const OWNERLESS_REACH_COLUMNS = "chain, start_block, balances_block as block, balances_time as time";

/** If no balance of an owner is read. */
export const toOwnerlessReach = ({ chain, start_block, block, time }: Omit<ReachRow, "is_sighted">): ChainReach => ({
  chain,
  startBlock: start_block,
  balances: block === null || time === null ? undefined : { blockNumber: block, timeAt: toSeconds(time) },
});
