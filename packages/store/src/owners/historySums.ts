import { sql } from "kysely";
import { CHANGING_KINDS } from "../balances/coinLedger.ts";
import { drifts, isSteady } from "../balances/tokenDrift.ts";
import { countsOnce, IS_ACTIVE } from "../tokens/tokenTwins.ts";
import { fromBytea, NATIVE, toBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { selectSent } from "./nonceGaps.ts";

/** What is stored of an owner's history, for comparison with the node. */
export interface HistorySums {
  /** Transactions that the owner sent up to the block, of all that are stored. */
  sentCount: bigint;
  /** Whether balances wait to be read: then the gaps aren't final. */
  isPending: boolean;
  /** Tokens whose stored changes don't add up to the balance. */
  gaps: HistoryGap[];
}

export interface HistoryGap {
  token: Address;
  /** Base units that are missing, never zero. */
  rawAmount: bigint;
  /** Whether the token is verified, or the native coin: anybody can create others, whose balances change as they like. */
  isVerified: boolean;
}

/**
 * Sums up all that is stored of an owner on a chain, apart from earlier gaps of its history (storeHistoryGaps). All of the
 * owner's legs are read.
 * @param blockNumber - Of the nonce that `sentCount` is compared with.
 */
export async function readHistorySums(
  db: Store,
  chain: string,
  owner: Address,
  blockNumber: bigint,
): Promise<HistorySums> {
  const { rows } = await sql<{
    token: Bytea | null;
    gap: string;
    sent: bigint;
    is_pending: boolean;
    is_verified: boolean;
  }>`
    with state as materialized (
      select (select to_block from owner_history where chain = ${chain} and owner = ${toBytea(owner)}) as to_block
    ), moved as materialized (
      select leg.token, sum(case when is_inbound then raw_amount else -raw_amount end) as raw_amount, max(block_number) as last
      from leg where leg.owner = ${toBytea(owner)} and leg.chain = ${chain} and kind in (${sql.raw(CHANGING_KINDS)})
        and ${sql.raw(countsOnce("leg"))} and ${sql.raw(isSteady("leg"))}
      group by leg.token
    ), jumped as materialized (
      select token, sum(raw_amount) as raw_amount from residual, state
      where residual.owner = ${toBytea(owner)} and residual.chain = ${chain} and residual.to_block > state.to_block
        and (tx_block is null or ${sql.raw(drifts("residual"))})
      group by token
    ), gap as materialized (
      select b.token, b.raw_amount - coalesce(moved.raw_amount, 0) - coalesce(jumped.raw_amount, 0) as raw_amount
      from balance b left join moved using (token) left join jumped using (token)
      where b.owner = ${toBytea(owner)} and b.chain = ${chain} and b.raw_amount is not null
        and coalesce(moved.last, 0) <= b.block_number
        and not exists (
          select 1 from token_twin w where w.chain = b.chain and w.token = b.token and ${sql.raw(IS_ACTIVE)}
        ) and not exists (
          select 1 from token_drift d where d.chain = b.chain and d.token = b.token and d.is_drifting
        )
    ), sums as materialized (
      select (
        select count(*) from (${selectSent(chain, owner, blockNumber)}) t
      ) as sent, exists (
        select 1 from stale_balance s where s.chain = ${chain} and s.owner = ${toBytea(owner)} and not is_named_only
      ) as is_pending
    )
    select gap.token, coalesce(gap.raw_amount, 0)::text as gap, sent, is_pending, gap.token = ${NATIVE} or exists (
      select 1 from token t where t.chain = ${chain} and t.address = gap.token and t.is_verified
    ) as is_verified
    from sums left join gap on gap.raw_amount <> 0 order by gap.token`.execute(db);
  return {
    sentCount: rows[0]?.sent ?? 0n,
    isPending: rows[0]?.is_pending ?? false,
    gaps: rows.flatMap(({ token, gap, is_verified: isVerified }) =>
      token === null ? [] : [{ token: fromBytea(token), rawAmount: BigInt(gap), isVerified }],
    ),
  };
}

/** Stores what is missing in an owner's history as residuals of its blocks, and removes earlier ones. */
export async function storeHistoryGaps(
  tx: Store,
  chain: string,
  owner: Address,
  gaps: readonly HistoryGap[],
): Promise<void> {
  await sql`
    delete from residual r using owner_history h
    where h.chain = ${chain} and h.owner = ${toBytea(owner)} and r.owner = h.owner and r.chain = ${chain}
      and r.to_block <= h.to_block`.execute(tx);
  await sql`
    insert into residual (owner, chain, token, from_block, to_block, time_at, raw_amount, is_rebase)
    select h.owner, h.chain, g.token, 0, h.to_block, coalesce((
        select time_at from block b where b.chain = h.chain and b.block_number <= h.to_block
        order by b.block_number desc limit 1
      ), 0), g.raw_amount, false
    from owner_history h cross join unnest(
      ${toByteaArray(gaps.map(({ token }) => token))}::bytea[],
      ${toNumberArray(gaps.map(({ rawAmount }) => rawAmount))}::numeric[]
    ) as g(token, raw_amount)
    where h.chain = ${chain} and h.owner = ${toBytea(owner)} and h.to_block > 0
    on conflict do nothing`.execute(tx);
}
