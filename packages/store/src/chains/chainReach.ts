import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { toBytea } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";

/** How far a chain is, as an answer has to say it. */
export type ChainReach = {
  chain: string;
  /** The first block whose logs are stored. */
  startBlock: bigint;
  /** Every balance is true at this block, at its time (unix seconds). Undefined until the first sync is done. */
  balances: { blockNumber: bigint; timeAt: number } | undefined;
  /**
   * Whether the store knows what the owner has of every token of the chain's list: the chain is indexed from its beginning,
   * or the owner was looked at after it was first asked for (see sights.ts). Left out where no balance of an owner is read.
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

/** The columns of a ReachRow, to select from chain_state; the parameter $1 is the owner. */
export const REACH_COLUMNS = `
  chain_state.chain, chain_state.start_block, chain_state.balances_block as block, chain_state.balances_time as time,
  chain_state.start_block = 0 or exists (
    select from sight where sight.owner = $1 and sight.chain = chain_state.chain and sight.block_number is not null
  ) as is_sighted`;

const [BEFORE_OWNER = "", AFTER_OWNER = ""] = REACH_COLUMNS.split("$1");

/** REACH_COLUMNS for a statement of Kysely's. */
export const selectReach = (owner: Address): RawBuilder<ReachRow> =>
  sql`${sql.raw(BEFORE_OWNER)}${toBytea(owner)}${sql.raw(AFTER_OWNER)}`;

export const toReach = (row: ReachRow): ChainReach => ({ ...toOwnerlessReach(row), isSighted: row.is_sighted });

/** The columns of a row for toOwnerlessReach, to select from chain_state. */
export const OWNERLESS_REACH_COLUMNS = "chain, start_block, balances_block as block, balances_time as time";

/** Where no balance of an owner is read. */
export const toOwnerlessReach = ({ chain, start_block, block, time }: Omit<ReachRow, "is_sighted">): ChainReach => ({
  chain,
  startBlock: start_block,
  balances: block === null || time === null ? undefined : { blockNumber: block, timeAt: toSeconds(time) },
});
