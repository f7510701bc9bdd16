import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { ALWAYS, SPAN_BITS } from "../chains/feeRecipients.ts";
import { NATIVE } from "../encoding/bytea.ts";
import { LegKind, TX_BITS } from "../history/position.ts";

/**
 * The ledger of native coins. It is checked where all movements of a coin are legs, since some block. Of an account that
 * may have been credited with fees, or whose own fee is unknown, a difference says nothing: its balance is opened again.
 */

/** Kinds of legs that change a balance of a token or of the native coin by their amount. */
export const MOVING_KINDS = [
  LegKind.token,
  LegKind.native,
  LegKind.fee,
  LegKind.withdrawal,
  LegKind.reward,
] as const satisfies readonly LegKind[];

/** SQL: MOVING_KINDS, and changes without a log. */
export const CHANGING_KINDS = [...MOVING_KINDS, LegKind.unlogged].join(",");

/** A balance with this `opened_block` is opened by its next read. */
export const REOPENED = 9_223_372_036_854_775_807n;

/** A range of blocks; SQL expressions. */
interface BlockRange {
  /** Exclusive. */
  from: RawBuilder<unknown>;
  /** Inclusive. */
  to: RawBuilder<unknown>;
  /** Exclusive: from here on there may be legs of the coin; `from` if omitted. */
  legsSince?: RawBuilder<unknown>;
}

/** SQL: whether an account may have been credited with fees in a range of blocks. By primary key. */
const receivesFees = (owner: RawBuilder<unknown>, chain: string, { from, to }: BlockRange): RawBuilder<unknown> =>
  sql`exists (
    select 1 from fee_recipient f where f.owner = ${owner} and f.chain = ${chain}
      and (f.span = ${sql.lit(ALWAYS)}
        or f.span between (${from} + 1) >> ${sql.lit(SPAN_BITS)} and ${to} >> ${sql.lit(SPAN_BITS)})
  )`;

/** SQL: whether the legs of an account may not show all changes of its coin. By primary keys. */
export const isUnfollowed = (owner: RawBuilder<unknown>, chain: string, range: BlockRange): RawBuilder<unknown> =>
  sql`(${receivesFees(owner, chain, range)} or exists (
    select 1 from leg l where l.owner = ${owner} and l.chain = ${chain} and l.block_number > ${range.legsSince ?? range.from}
      and l.block_number <= ${range.to} and l.kind = ${sql.lit(LegKind.fee)} and l.raw_amount = 0 and not exists (
        select 1 from transaction t where t.chain = ${chain} and t.block_number = l.block_number
          and t.tx_index = l.position >> ${sql.lit(TX_BITS)} and t.raw_fee is not null
      )
  ))`;

/** The part of the statement in residuals.ts that lists the coin balances to open again: see there for `base` and `open`. */
export const reopenCoins = (chain: string, blockNumber: bigint): RawBuilder<unknown> => sql`
    reopened as materialized (
      select owner, token from base cross join state where token = ${NATIVE} and coalesce(opened_block < all_coins_since, true)
      union
      select owner, token from open where token = ${NATIVE} and ${isUnfollowed(sql`open.owner`, chain, {
        from: sql`open.from_block`,
        to: sql`${blockNumber}::bigint`,
        legsSince: sql`open.legs_since`,
      })}
    )`;
