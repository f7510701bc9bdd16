import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Store } from "../database/database.ts";
import { isDistributed } from "../distribution/isDistributed.ts";
import { selectOwnerRows } from "../distribution/selectOwnerRows.ts";
import { TX_BITS } from "../history/position.ts";
import { countsOnce } from "../tokens/tokenTwins.ts";
import { announceEvents } from "./announceEvents.ts";
import type { NumberedOwner } from "./announceEvents.ts";
import { TOLD_LEGS } from "./eventKind.ts";
import { findOpenStreams } from "./findOpenStreams.ts";

/** Movements of a transaction that its event lists. */
export const MOVEMENTS_MAX = 200;

/** Blocks of a chain whose rows the transaction stores. */
export interface WrittenRange {
  /** The block before the first; undefined before the first range. */
  after: bigint | undefined;
  to: bigint;
}

/**
 * Writes the activity of a range of blocks as events, of owners that somebody follows; nothing if there are none. Call it
 * in the transaction that stores the range, which holds the chain, after its legs: so an event exists exactly if its
 * transaction does. Blocks that were told before, by an index that was replaced, are left out.
 */
export async function writeOwnerEvents(tx: Store, chain: string, range: WrittenRange): Promise<void> {
  const open = await findOpenStreams(tx, chain);
  if (open === undefined) return;
  const { after = -1n, to } = range;
  await openNewStreams(tx, chain, after);
  const first = open.cursor ?? after;
  if (first < to) await announceEvents(tx, chain, await insertActivity(tx, chain, { first, to }));
  await sql`
    insert into event_cursor as c (chain, block_number) values (${chain}, ${to})
    on conflict (chain) do update set block_number = greatest(c.block_number, excluded.block_number)`.execute(tx);
}

/** Where only owners are indexed, an owner's events begin when all its changes are stored. */
async function openNewStreams(tx: Store, chain: string, after: bigint): Promise<void> {
  const followed = await selectOwnerRows(
    tx,
    "followed_owner",
    ["owner", "chain", "since_block"],
    sql`chain = ${chain}`,
  );
  const isNew = sql`chain = ${chain} and is_open and since_block is null`;
  await sql`select from event_stream where ${isNew} order by owner for update`.execute(tx); // Citus can't lock within the update
  await sql`
    update event_stream s set since_block = greatest(${after}::bigint, opened.since_block)
    from (
      select n.owner, f.since_block from event_stream n
      join chain_state c on c.chain = n.chain
      left join ${followed} f on f.chain = n.chain and f.owner = n.owner and c.index_mode = 'owners'
      where n.chain = ${chain} and n.is_open and n.since_block is null and (c.index_mode = 'full' or f.since_block is not null)
    ) opened
    where s.chain = ${chain} and s.owner = opened.owner`.execute(tx);
}

/** Legs of a range, of the owners of streams. On a distributed database they are fetched by their owners first. */
async function selectLegs(tx: Store, chain: string, { first, to }: Bounds): Promise<RawBuilder<unknown>> {
  if (!(await isDistributed(tx))) return sql.table("leg");
  const { rows } = await sql<{ owners: Buffer | null }>`
    select array_agg(owner) as owners from event_stream where chain = ${chain} and is_open and since_block < ${to}`.execute(
    tx,
  );
  const columns = ["owner", "chain", "block_number", "position", "is_inbound", "kind", "token", "token_id"];
  const others = ["counterparty", "raw_amount", "tx_hash", "time_at"];
  const isNew = sql`
    chain = ${chain} and block_number > ${first} and block_number <= ${to} and owner = any(${rows[0]?.owners ?? "{}"}::bytea[])`;
  return await selectOwnerRows(tx, "leg", [...columns, ...others], isNew);
}

interface Bounds {
  /** The last block that was told. */
  first: bigint;
  to: bigint;
}

/**
 * By leg's primary key: a range of each owner; or by leg_by_block.
 * @returns the owners, with their new last numbers.
 */
async function insertActivity(tx: Store, chain: string, bounds: Bounds): Promise<NumberedOwner[]> {
  const legs = await selectLegs(tx, chain, bounds);
  const kinds = TOLD_LEGS.map(({ kind }) => kind);
  const { rows } = await sql<NumberedOwner>`
    with stream as materialized (
      select owner, last_number, since_block from event_stream
      where chain = ${chain} and is_open and since_block is not null
    ), told as materialized (
      select * from unnest(${TOLD_LEGS.map(({ leg }) => leg)}::smallint[], ${kinds}::text[]) as t(leg_kind, name)
    ), moved as materialized (
      select leg.owner, leg.block_number, leg.tx_hash, leg.time_at, name, (leg.position >> ${sql.lit(TX_BITS)})::integer as tx_index,
        jsonb_build_object(
          'kind', name, 'in', is_inbound, 'token', '0x' || encode(leg.token, 'hex'), 'id', leg.token_id::text,
          'with', '0x' || encode(counterparty, 'hex'), 'amount', raw_amount::text
        ) as movement,
        row_number() over (
          partition by leg.owner, leg.block_number, leg.tx_hash order by leg.position, is_inbound
        ) as nth
      from stream
      join ${legs} leg on leg.chain = ${chain} and leg.owner = stream.owner
        and leg.block_number > ${bounds.first} and leg.block_number <= ${bounds.to} and leg.block_number > since_block
      join told on leg_kind = leg.kind
      where ${sql.raw(countsOnce("leg"))}
    ), activity as materialized (
      select owner, block_number, tx_hash, min(tx_index) as tx_index, min(time_at) as time_at, count(*)::integer as count,
        array_agg(distinct name) as kinds, jsonb_agg(movement order by nth) filter (where nth <= ${MOVEMENTS_MAX}) as movements
      from moved group by owner, block_number, tx_hash
    ), numbered as materialized (
      select activity.*, last_number + row_number() over (partition by owner order by block_number, tx_index, tx_hash) as number
      from activity join stream using (owner)
    ), inserted as (
      insert into owner_event (
        chain, owner, number, block_number, block_hash, time_at, tx_index, tx_hash, movement_count, kinds, movements,
        sender, recipient, is_success
      )
      select ${chain}, owner, number, n.block_number, block.hash, n.time_at, case when tx_hash <> '' then n.tx_index end, tx_hash,
        count, kinds, movements, sender, recipient, is_success
      from numbered n
      left join block on block.chain = ${chain} and block.block_number = n.block_number
      left join transaction t
        on t.chain = ${chain} and t.block_number = n.block_number and t.tx_index = n.tx_index and t.hash = n.tx_hash
    )
    select owner, max(number) as "lastNumber" from numbered group by owner order by owner`.execute(tx);
  return rows;
}
