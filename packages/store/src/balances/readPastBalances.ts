import { ALWAYS, SPAN_BITS } from "../chains/feeRecipients.ts";
import { withClient } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { fromBytea, NATIVE, toBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import { countsOnce, IS_ACTIVE } from "../tokens/tokenTwins.ts";
import { CHANGING_KINDS, REOPENED } from "./coinLedger.ts";
import { drifts, isSteady } from "./tokenDrift.ts";

export interface PastBalanceQuery {
  owner: Address;
  chain: string;
  /** Of which the balances are, after all of its transactions. From the first indexed block to that of the balances. */
  blockNumber: bigint;
  /** Only these; all if omitted. */
  tokens?: readonly Address[] | undefined;
}

/** A balance after a past block: the current one without what changed since, according to legs and residuals. */
export interface PastBalance {
  token: Address;
  /** Base units, negative if the legs are wrong; undefined if the current balance can't be read. */
  rawAmount: bigint | undefined;
  /**
   * - `checked`: each change since the block is in legs or residuals, compared with balances that were read at or before
   *   the block, and after it.
   * - `closed`: no balance was read that early, but the legs of all indexed blocks add up to the current one.
   * - `open`: it may differ.
   */
  ledger: "checked" | "closed" | "open";
  /** The first block whose balance is checked; undefined if only the current one is. */
  checkedSince: bigint | undefined;
}

type Row = {
  token: Bytea;
  raw_amount: string | null;
  is_checked: boolean;
  is_closed: boolean;
  checked_since: bigint | null;
};

const NATIVE_COIN = `'${NATIVE}'::bytea`;

/**
 * One statement, for a snapshot. Legs are a range of their key after the block; all of the owner's on the chain if a
 * balance was not read before the block. $1: the owner, $2: the chain, $3: the block, $4: the tokens, or null.
 */
const STATEMENT = {
  name: "portico-read-past-balances",
  text: `
    with state as materialized (
      select balances_block as head, all_coins_since from chain_state where chain = $2
    ), held as materialized (
      select b.token, b.raw_amount, least(b.opened_block, ${REOPENED}) as opened_block, b.block_number from balance b
      where b.owner = $1 and b.chain = $2 and ($4::bytea[] is null or b.token = any($4)) and not exists (
        select 1 from token_twin w where w.chain = b.chain and w.token = b.token and ${IS_ACTIVE}
      )
    ), span as materialized (
      select head, case when exists (
        select 1 from held where token <> ${NATIVE_COIN} and coalesce(opened_block, ${REOPENED}) > $3::bigint
      ) then -1 else $3::bigint end as since
      from state
    ), moved as (
      select leg.token, sum(case when is_inbound then raw_amount else -raw_amount end) as ever,
        sum(case when is_inbound then raw_amount else -raw_amount end) filter (where block_number > $3::bigint) as later
      from span join leg on leg.owner = $1 and leg.chain = $2 and leg.block_number > span.since
        and leg.block_number <= span.head
      where kind in (${CHANGING_KINDS}) and ($4::bytea[] is null or leg.token = any($4)) and ${countsOnce("leg")} and ${isSteady("leg")}
      group by leg.token
    ), jumped as (
      select residual.token, sum(raw_amount) as ever, sum(raw_amount) filter (where to_block > $3::bigint) as later,
        max(to_block) filter (where from_block < $3::bigint and to_block > $3::bigint) as known_since
      from state join residual on residual.owner = $1 and residual.chain = $2 and residual.to_block <= state.head
      where ($4::bytea[] is null or residual.token = any($4)) and (tx_block is null or ${drifts("residual")})
      group by residual.token
    ), coin as (
      select exists (
        select 1 from fee_recipient f, state where f.owner = $1 and f.chain = $2
          and (f.span = ${ALWAYS} or f.span between ($3::bigint + 1) >> ${SPAN_BITS} and head >> ${SPAN_BITS})
      ) as has_fees
    ), past as (
      select held.token, held.raw_amount, held.raw_amount - coalesce(moved.later, 0) - coalesce(jumped.later, 0) as past,
        held.raw_amount = coalesce(moved.ever, 0) + coalesce(jumped.ever, 0) and since = -1
          and held.token <> ${NATIVE_COIN} and jumped.known_since is null as is_closed,
        case when opened_block <= held.block_number and held.raw_amount is not null
          and not exists (select 1 from token_drift d where d.chain = $2 and d.token = held.token and d.is_drifting)
          and (held.token <> ${NATIVE_COIN} or (opened_block >= all_coins_since and not has_fees))
          then greatest(opened_block, jumped.known_since) end as checked_since
      from held cross join state cross join span cross join coin left join moved using (token) left join jumped using (token)
    )
    select token, past::text as raw_amount, coalesce(checked_since <= $3::bigint, false) as is_checked,
      coalesce(is_closed and not exists (
        select 1 from token_drift d where d.chain = $2 and d.token = past.token and d.is_drifting
      ), false) as is_closed, checked_since
    from past`,
};

/** Reads an owner's balances after a past block from the stored ones: also zeros, and in any order. */
export async function readPastBalances(
  db: Store,
  { owner, chain, blockNumber, tokens }: PastBalanceQuery,
): Promise<PastBalance[]> {
  const values = [toBytea(owner), chain, blockNumber, tokens === undefined ? null : toByteaArray(tokens)];
  const { rows } = await withClient(db, (client) => client.query<Row>({ ...STATEMENT, values }));
  return rows.map((row) => ({
    token: fromBytea(row.token),
    rawAmount: row.raw_amount === null ? undefined : BigInt(row.raw_amount),
    ledger: row.is_checked ? "checked" : row.is_closed ? "closed" : "open",
    checkedSince: row.checked_since ?? undefined,
  }));
}
