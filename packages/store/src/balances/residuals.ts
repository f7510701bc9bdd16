import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { fromBytea, NATIVE, toBytea, ZERO } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import { BACKWARDS, INDEX_BITS, KIND_BITS, LegKind, TX_BITS } from "../history/position.ts";
import { IS_ACTIVE } from "../tokens/tokenTwins.ts";
import type { Store } from "../database/database.ts";
import type { Pair } from "./staleBalances.ts";
import { MOVING_KINDS, reopenCoins } from "./coinLedger.ts";
import { drifts, sampleHolders } from "./tokenDrift.ts";

/**
 * Residuals. The ledger of a pair closes if the balance at a read equals that at the read before, and the legs in
 * between; a residual is the difference, and means that the token moved without a Transfer. The first read opens the
 * balance. It has a leg of its own (LegKind.unlogged) if only one transaction in between has a log of the token that
 * names the owner. Until all balances of the chain were true at one block, each read opens the balance. Left out are
 * tokens whose twin counts instead. The native coin is checked where all its movements are legs; what an account earns as
 * a fee recipient has none, and unknown fees are 0 in theirs: a difference there opens the balance again.
 */
export interface Residual extends Pair {
  /** Exclusive. */
  fromBlock: bigint;
  /** Inclusive. */
  toBlock: bigint;
  /** Base units, negative if the balance decreased; never zero. */
  rawAmount: bigint;
  /** The block of its leg; undefined if several transactions, or none, may explain it. */
  txBlock: bigint | undefined;
  /** All balances of the token changed: a rebase, or an upgrade; or it drifts. */
  isRebase: boolean;
  /** It is minus twice the legs in between: the token logs its transfers backwards. */
  isBackwards: boolean;
}

/**
 * SQL: expressions of a statement's `with`, the last without a comma, that store the residuals of balances read at a block,
 * which the statement replaces; `given` has their owner, token and raw_amount. Legs up to the block must be stored. Per pair
 * two primary key look-ups, per owner a range of leg after the last synced block; none on a chain that never was synced.
 */
export const storeResiduals = (chain: string, blockNumber: bigint): RawBuilder<unknown> => sql`
    state as materialized (
      select ledger_block, all_logs_since, all_coins_since from chain_state where chain = ${chain}
    ), read as materialized (
      select * from given g
      where (${IS_SYNCED}) and raw_amount is not null and owner <> ${ZERO} and not exists (
        select 1 from token_twin w where w.chain = ${chain} and w.token = g.token and ${sql.raw(IS_ACTIVE)}
      ) and (token <> ${NATIVE} or (select all_coins_since is not null from state))
    ), base as materialized (
      select read.owner, read.token, read.raw_amount - before.raw_amount as change, before.from_block, opened_block,
        case when is_rewound then before.from_block else greatest(before.from_block, ledger_block) end as legs_since
      from read cross join lateral (
        select coalesce(s.base_amount, b.raw_amount) as raw_amount, coalesce(s.base_block, b.block_number) as from_block,
          s.base_block is not null as is_rewound, b.opened_block
        from balance b left join stale_balance s on s.chain = ${chain} and s.owner = b.owner and s.token = b.token
        where b.owner = read.owner and b.chain = ${chain} and b.token = read.token and b.raw_amount is not null
          and (b.opened_block is null or b.opened_block <= b.block_number)
        offset 0
      ) before left join state on true
      where before.from_block < ${blockNumber}::bigint
    ), moved as materialized (
      select base.owner, base.token, sum(leg.raw_amount) as raw_amount, min(block_number) as first_block,
        max(block_number) as last_block, min(tx_index) as first_tx, max(tx_index) as last_tx, min(position) as position
      from (select owner, min(legs_since) as since from base group by owner) o cross join lateral (
        select token, block_number, position, position >> ${TX_BITS}::int as tx_index,
          case when kind = ${LegKind.approval} then 0 when is_inbound then raw_amount else -raw_amount end as raw_amount
        from leg where leg.owner = o.owner and leg.chain = ${chain} and leg.block_number > o.since
          and leg.block_number <= ${blockNumber} and kind in (${LegKind.approval}, ${sql.raw(MOVING_KINDS.join(","))})
        offset 0
      ) leg join base on base.owner = o.owner and base.token = leg.token and leg.block_number > base.legs_since
      group by base.owner, base.token
    ), open as materialized (
      select owner, token, from_block, legs_since, change - coalesce(moved.raw_amount, 0) as raw_amount,
        coalesce(change = -moved.raw_amount, false) and token <> ${NATIVE} as is_backwards,
        first_block, last_block, first_tx, last_tx, position
      from base left join moved using (owner, token) where change <> coalesce(moved.raw_amount, 0)
    ), ${reopenCoins(chain, blockNumber)}, explained as materialized (
      select open.owner, open.token, from_block, open.raw_amount, is_rebase, is_backwards,
        is_searched and not is_rebase and named.first_block is null and open.first_block is null as is_unnamed,
        is_searched and not is_rebase and named.first_block is null and not is_backwards
          and not is_drifting as may_drift,
        least(open.first_block, named.first_block) as tx_block, coalesce(
          position, (named.first_tx << ${TX_BITS}::int) | (named.log_index << ${INDEX_BITS}::int)
        ) as position, not is_rebase and is_searched and not is_drifting
          and least(open.first_block, named.first_block) = greatest(open.last_block, named.last_block)
          and least(open.first_tx, named.first_tx) = greatest(open.last_tx, named.last_tx)
          and abs(open.raw_amount) < 2::numeric ^ 256 as is_pinned
      from open left join state on true cross join lateral (
        select min(block_number) as first_block, max(block_number) as last_block, min(tx_index)::bigint as first_tx,
          max(tx_index)::bigint as last_tx, min(log_index)::bigint as log_index
        from token_log l where l.owner = open.owner and l.chain = ${chain} and l.token = open.token
          and l.block_number > from_block and l.block_number <= ${blockNumber}
      ) named cross join lateral (
        select coalesce(all_logs_since <= from_block, false) and open.token <> ${NATIVE} and (
          open.owner = open.token or not exists (
            select 1 from token_log l where l.owner = open.token and l.chain = ${chain} and l.token = open.token
              and l.block_number > from_block and l.block_number <= ${blockNumber}
          )
        ) as is_searched, exists (
          select 1 from token_drift d where d.chain = ${chain} and d.token = open.token and d.is_drifting
        ) as is_drifting
      ) more cross join lateral (
        select exists (
          select 1 from leg m where m.owner = open.token and m.chain = ${chain} and m.block_number > legs_since
            and m.block_number <= ${blockNumber} and m.kind = ${LegKind.moved}
        ) as is_rebase
      ) rebase
      where open.token <> ${NATIVE} or open.owner not in (select owner from reopened)
    ), ${sampleHolders(chain, blockNumber)}, stored as (
      insert into residual as r (owner, chain, token, from_block, to_block, time_at, raw_amount, is_rebase, is_backwards,
        is_unnamed, tx_block, position)
      select owner, ${chain}, token, from_block, ${blockNumber}, coalesce((
          select time_at from block where chain = ${chain} and block_number = ${blockNumber}
        ), 0), raw_amount, is_rebase, is_backwards, is_unnamed, case when is_pinned then tx_block end,
        case when is_pinned then (position >> ${TX_BITS}::int << ${TX_BITS}::int)
          | (${LegKind.unlogged}::bigint << ${KIND_BITS}::int)
          | (position & ((1::bigint << ${KIND_BITS}::int) - (1 << ${INDEX_BITS}::int)))
          | (case when is_backwards then ${BACKWARDS}::int else 0 end) end
      from explained order by owner, token
      on conflict (owner, chain, token, from_block, to_block) do update
      set raw_amount = excluded.raw_amount, is_backwards = excluded.is_backwards, is_unnamed = excluded.is_unnamed
      returning r.*
    ), unlogged as (
      insert into leg
        (owner, chain, block_number, position, is_inbound, kind, token, counterparty, raw_amount, tx_hash, time_at)
      select s.owner, ${chain}, tx_block, s.position, s.raw_amount > 0, ${LegKind.unlogged}, s.token, ${ZERO},
        abs(s.raw_amount), tx.tx_hash, tx.time_at
      from stored s cross join lateral (
        select tx_hash, time_at from leg l where l.owner = s.owner and l.chain = ${chain} and l.block_number = tx_block
          and l.position >> ${TX_BITS}::int = s.position >> ${TX_BITS}::int
        union all
        select tx_hash, time_at from token_log l where l.owner = s.owner and l.chain = ${chain}
          and l.token = s.token and l.block_number = tx_block and l.tx_index = s.position >> ${TX_BITS}::int
        limit 1
      ) tx
      where tx_block is not null order by s.owner, tx_block, s.position
      on conflict do nothing
    )`;

/** SQL: whether all balances of the chain were true at one block, within a statement with storeResiduals. */
export const IS_SYNCED = sql`select ledger_block is not null from state`;

/** An owner's residuals of a chain, by token and block. A range of the primary key. */
export async function listResiduals(db: Store, owner: Address, chain: string): Promise<Residual[]> {
  const { rows } = await sql<Row>`
    select token, from_block, to_block, raw_amount, tx_block, is_rebase or ${sql.raw(drifts("residual"))} as is_rebase,
      is_backwards
    from residual where owner = ${toBytea(owner)} and chain = ${chain} order by token, from_block`.execute(db);
  return rows.map((row) => ({
    owner,
    token: fromBytea(row.token),
    fromBlock: row.from_block,
    toBlock: row.to_block,
    rawAmount: BigInt(row.raw_amount),
    txBlock: row.tx_block ?? undefined,
    isRebase: row.is_rebase,
    isBackwards: row.is_backwards,
  }));
}

interface Row {
  token: Bytea;
  from_block: bigint;
  to_block: bigint;
  raw_amount: string;
  tx_block: bigint | null;
  is_rebase: boolean;
  is_backwards: boolean;
}
