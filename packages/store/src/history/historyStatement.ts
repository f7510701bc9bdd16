import { NATIVE } from "../encoding/bytea.ts";
import { SYNC_STATUS_COLUMNS } from "../chains/chainSyncStatus.ts";
import { drifts, isSteady } from "../balances/tokenDrift.ts";
import { countsOnce } from "../tokens/tokenTwins.ts";
import { IS_ANSWERED } from "./legKey.ts";
import { AFTER_TRANSACTIONS, KIND_BITS, LegKind, TX_BITS } from "./position.ts";

/** Movements and approvals; fees are paid beside any of them. */
const TOKEN_KINDS = [
  LegKind.token,
  LegKind.nft,
  LegKind.native,
  LegKind.approval,
  LegKind.permit2Approval,
  LegKind.nftApproval,
  LegKind.operatorApproval,
  LegKind.unlogged,
];
const KINDS = [...TOKEN_KINDS, LegKind.fee, LegKind.event].join(",");

/** Kinds that alone don't make a transaction one of the owner's: anybody can emit an event that names it. */
const UNLISTED = [LegKind.moved, LegKind.event].join(",");

/**
 * The owner's legs before the position of a step, newest first; `offset 0` prevents the planner from using another
 * order.
 */
const legsBefore = (columns: string) => `
  select ${columns} from leg
  where leg.owner = $1 and leg.chain = step.chain
    and (leg.block_number, leg.position) < (step.block_number, step.position >> ${TX_BITS} << ${TX_BITS})
  order by block_number desc, position desc offset 0`;

/** The newest transaction before a step. Skipped legs, such as withdrawals, are not fetched from the table. */
const NEXT = `
  select at.block_number, at.position, here.time_at, here.tx_hash from (
    select * from (${legsBefore("block_number, position")}) l
    where position >> ${TX_BITS} <> ${AFTER_TRANSACTIONS} and position >> ${KIND_BITS} & 15 not in (${UNLISTED})
      and (position >> ${KIND_BITS} & 15 <> ${LegKind.unlogged} or not exists (
        select 1 from leg drift where drift.owner = $1 and drift.chain = step.chain
          and drift.block_number = l.block_number and drift.position = l.position and ${drifts("drift")}
      )) limit 1
  ) at cross join lateral (
    select time_at, tx_hash from leg
    where leg.owner = $1 and leg.chain = step.chain
      and leg.block_number = at.block_number and leg.position = at.position limit 1
  ) here`;

const NEXT_WITH_TOKEN = `
  select block_number, position, time_at, tx_hash
  from (${legsBefore("block_number, position, time_at, tx_hash, kind, token, chain")}) l
  where token = any(requested.tokens) and kind in (${TOKEN_KINDS.join(",")}) and ${isSteady("l")} limit 1`;

/** The owner's chains, found one by one in the primary key of leg, restricted to the range of the requested ones. */
const ENTERED = `
  entered(chain) as (
    (
      select chain from leg where ${IS_ANSWERED}
        and owner = $1 and chain >= (select min(c) from unnest($2::text[]) c) order by chain limit 1
    )
    union all
    select next.chain from entered cross join lateral (
      select chain from leg where leg.owner = $1 and leg.chain > entered.chain order by chain limit 1
    ) next
    where entered.chain < (select max(c) from unnest($2::text[]) c)
  )`;

/**
 * Drops tokens that can't occur in a leg of the owner: every moved or approved token is stored. $5: chains, $6: tokens.
 */
const WANTED = `
  wanted as materialized (
    select chain, array_agg(token) as tokens
    from unnest($5::text[], $6::bytea[]) as t(chain, token)
    where exists (select 1 from balance b where b.owner = $1 and b.chain = t.chain and b.token = t.token offset 0)
      or exists (select 1 from operator_approval a where a.owner = $1 and a.chain = t.chain and a.contract = t.token offset 0)
      or exists (select 1 from nft_contract c where c.chain = t.chain and c.address = t.token offset 0)
    group by chain
  )`;

const NATIVE_COIN = `'${NATIVE}'::bytea`;

const STORED_COLUMNS = `
  encode(t.sender, 'hex'), ' ', encode(t.recipient, 'hex'), ' ', t.nonce, ' ', t.raw_value, ' ', encode(t.input, 'hex'), ' ',
  t.is_success, ' ', t.gas_used, ' ', t.raw_fee`;
const NOTHING_STORED = "' ', ' ', ' ', ' ', ' ', ' ', ' '";

/** What historyRead.ts reads of a transaction; `t` is its row, if any, and `at` has what is known without it. */
const selectTransaction = (stored: string): string => `
  at.block_number, ' ', at.tx_index, ' ', at.time_at, ' ', encode(at.hash, 'hex'), ' ', ${stored}, ' ', (
    select usd from (
      select token, usd from price_point p
      where p.chain = at.chain and (p.token, p.time_at) <= (${NATIVE_COIN}, at.time_at)
      order by p.token desc, p.time_at desc limit 1
    ) p where token = ${NATIVE_COIN}
  )`;

const JOIN_STORED = `left join lateral (
        select * from transaction t
        where t.chain = at.chain and t.block_number = at.block_number and t.tx_index = at.tx_index limit 1
      ) t on true`;

/** Stored transactions by their places, $1: chains, $2: blocks, $3: indexes; without prices. */
export const STORED_TRANSACTIONS = {
  name: "portico-read-transactions",
  text: `
    select at.chain, concat(at.block_number, ' ', at.tx_index, ' ', t.time_at, ' ', encode(t.hash, 'hex'), ' ', ${STORED_COLUMNS}) as text
    from unnest($1::text[], $2::bigint[], $3::integer[]) as at(chain, block_number, tx_index) cross join lateral (
      select * from transaction t
      where t.chain = at.chain and t.block_number = at.block_number and t.tx_index = at.tx_index limit 1
    ) t`,
};

/** Maximum per page: a batch of tens of thousands costs its sender little. */
export const LEGS_MAX = 10_000;

/**
 * The owner's legs in the chosen transactions. The excess is cut evenly from all kinds, so that no kind hides another.
 */
const LEGS = `
  legs as materialized (
    select chain, block_number, tx_index, max(total) as total,
      string_agg(concat(position, ' ', is_inbound, ' ', encode(token, 'hex'), ' ', token_id, ' ',
        encode(counterparty, 'hex'), ' ', raw_amount), ',' order by position, is_inbound) as text
    from (
      select at.chain, at.block_number, at.tx_index, l.* from chosen at cross join lateral (
        select position, is_inbound, token, token_id, counterparty, raw_amount, count(*) over () as total,
          row_number() over (partition by kind order by position, is_inbound) as nth
        from leg where leg.owner = $1 and leg.chain = at.chain and leg.block_number = at.block_number
          and leg.position >= at.tx_index << ${TX_BITS} and leg.position < (at.tx_index + 1) << ${TX_BITS}
          and kind in (${KINDS}) and ${countsOnce("leg")} and ${isSteady("leg")}
      ) l order by nth, chain, block_number, position, is_inbound limit ${LEGS_MAX}
    ) l group by chain, block_number, tx_index
  )`;

/** By transaction_by_hash. $1: the chain, $2: the hash. */
export const ONE_TRANSACTION = {
  name: "portico-find-transaction",
  text: `
    select concat(${selectTransaction(STORED_COLUMNS)}) as text from transaction t cross join lateral (
      select t.chain, t.block_number, t.tx_index, t.time_at, t.hash
    ) at where t.hash = $2 and t.chain = $1`,
};

interface Variant {
  /** SQL of the transaction before a step. */
  next: string;
  /** Whether transactions with some tokens are read. */
  wanted: boolean;
  /** Whether what is stored of transactions is read; default yes. */
  isStored?: boolean;
}

/**
 * `page` of the owner $1, one row for each chain that it has transactions of. On all chains at once it steps from a
 * transaction to the previous one, each step a look-up in the key of leg, regardless of the number of legs per transaction
 * and the depth of the page. After n steps, the chains that are still after some time have made n steps each: once that
 * fills a page, transactions before that time (`cut_at`) are not on it, and a chain that has passed it stops. The first
 * block is found by block_by_time. $2: the chains, $3: the page size, $4: the time before which to start. `paged` is of the
 * owner's tables, so that it is read on one shard if they are distributed; transactions are not among them: a page that is
 * read from a node is without what is stored of them.
 */
const withPage = ({ next, wanted, isStored = true }: Variant): string => `
    with paged as materialized (
    with recursive ${ENTERED}, ${wanted ? `${WANTED}, ` : ""}requested as materialized (
      select chain, ${wanted ? "tokens, " : ""}case when $4::bigint is null then balances_block else least(balances_block, coalesce((
        select block_number from block b where b.chain = entered.chain and b.time_at < $4::bigint
        order by b.time_at desc, b.block_number desc limit 1
      ), -1)) end as newest
      from entered join chain_state using (chain) ${wanted ? "join wanted using (chain)" : ""}
      where chain = any($2::text[]) and balances_block is not null
    ), step(chain, nth, block_number, position, time_at, tx_hash, cut_at) as (
      select chain, 0, newest + 1, 0::bigint, null::bigint, null::bytea, 0::bigint from requested
      union all
      select step.chain, nth + 1, next.*, step.cut_at
      from (
        select chain, nth, block_number, position, time_at, greatest(cut_at, nth_value(
          time_at, greatest(1, ($3::integer + nth - 1) / greatest(nth, 1))
        ) over (order by time_at desc rows between unbounded preceding and unbounded following)) as cut_at from step
      ) step ${wanted ? "join requested using (chain)" : ""} cross join lateral (${next}) next
      where coalesce(step.time_at >= step.cut_at, true)
    ), cut as materialized (
      select time_at from step where nth > 0 order by time_at desc offset $3::integer - 1 limit 1
    ), chosen as materialized (
      select chain, block_number, position >> ${TX_BITS} as tx_index, time_at, tx_hash as hash from step
      where nth > 0 and time_at >= coalesce((select time_at from cut), time_at)
    ), ${LEGS}
      select at.*, legs.total, legs.text, (select count(*) from chosen) < (select count(*) from step where nth > 0) as has_more
      from chosen at left join legs
        on (legs.chain, legs.block_number, legs.tx_index) = (at.chain, at.block_number, at.tx_index)
    ), page as materialized (
      select at.chain, bool_or(has_more) as has_more, string_agg(concat(${selectTransaction(isStored ? STORED_COLUMNS : NOTHING_STORED)}, '|', at.total, '|', at.text), E'\\n') as text
      from paged at ${isStored ? JOIN_STORED : ""}
      group by at.chain
    )`;

/** One statement, so that the page and its block come from one snapshot; one row per chain, as in readOwner. */
const statement = (name: string, variant: Variant) => ({
  name,
  text: `
    ${withPage(variant)}
    select ${SYNC_STATUS_COLUMNS}, page.text, coalesce(has_more, false) as has_more
    from chain_state left join page using (chain) order by chain_state.chain`,
});

const ALL = { next: NEXT, wanted: false };
const WITH_TOKENS = { next: NEXT_WITH_TOKEN, wanted: true };

export const ALL_TRANSACTIONS = statement("portico-read-history", ALL);
export const TRANSACTIONS_WITH_TOKENS = statement("portico-read-history-token", WITH_TOKENS);
export const ALL_TRANSACTIONS_ON_SHARD = statement("portico-history-shard", { ...ALL, isStored: false });
export const TRANSACTIONS_WITH_TOKENS_ON_SHARD = statement("portico-history-token-shard", {
  ...WITH_TOKENS,
  isStored: false,
});

/**
 * Several pages, numbered, each with a row per chain: starting such a statement takes as long as reading a page. $1: owners,
 * $2: the chains of each, $3: page sizes, $4: times. As subqueries for the same reason as in unseenOwners.ts.
 */
export const PAGES = {
  name: "portico-read-histories",
  text: `
    with asked as materialized (
      select nth, owner, string_to_array(list, ',') as chains, size, before
      from unnest((select $1::bytea[]), (select $2::text[]), (select $3::integer[]), (select $4::bigint[]))
        with ordinality as t(owner, list, size, before, nth)
    ), pages as materialized (
      select asked.nth, page.* from asked cross join lateral (${ofAsked(withPage(ALL))} select * from page) page
    )
    select asked.nth::integer, ${ofAsked(SYNC_STATUS_COLUMNS)}, pages.text, coalesce(has_more, false) as has_more
    from asked cross join chain_state left join pages on pages.nth = asked.nth and pages.chain = chain_state.chain
    order by asked.nth, chain_state.chain`,
};

function ofAsked(text: string): string {
  return text
    .replaceAll("$1", "asked.owner")
    .replaceAll("$2::text[]", "asked.chains")
    .replaceAll("$3::integer", "asked.size")
    .replaceAll("$4::bigint", "asked.before");
}
