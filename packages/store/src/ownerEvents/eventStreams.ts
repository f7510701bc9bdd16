import { sql } from "kysely";
import { toByteaArray } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import { toBytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { INITIAL_SCAN_CHANNEL } from "../notifications/channels.ts";

/** What is known of an owner's events on a chain. */
export interface EventStream {
  chain: string;
  /** Events are of blocks after this one; undefined until the chain's next range is stored. */
  sinceBlock: bigint | undefined;
  /** The oldest event that is kept; one more than the last if none is. */
  firstNumber: bigint;
  /** 0: none was written yet. */
  lastNumber: bigint;
}

/**
 * Lets the owners' activity on these chains be written as events from now on. Where only owners are indexed, they are
 * followed. Call it in a transaction: its rows are held, so that no event is written until it ends.
 */
export async function openEventStreams(
  tx: Store,
  owners: readonly Address[],
  chains: readonly string[],
): Promise<void> {
  const pairs = sql`
    unnest(${[...chains]}::text[]) as c(chain) cross join unnest(${toByteaArray(owners)}::bytea[]) as o(owner)`;
  await sql`
    insert into event_stream as s (chain, owner) select distinct chain, owner from ${pairs} order by chain, owner
    on conflict (chain, owner) do update set requested_at = now(), is_open = true`.execute(tx);
  const { rows } = await sql<{ chain: string }>`
    select chain from chain_state where chain = any(${[...chains]}::text[]) and index_mode = 'owners' order by chain`.execute(
    tx,
  );
  for (const { chain } of rows) await followOwners(tx, chain, owners);
}

async function followOwners(tx: Store, chain: string, owners: readonly Address[]): Promise<void> {
  const given = sql`unnest(${toByteaArray(owners)}::bytea[]) as t(owner)`;
  await sql`
    insert into followed_owner (chain, owner) select distinct ${chain}, owner from ${given} order by owner
    on conflict (chain, owner) do nothing`.execute(tx);
  await sql`
    insert into sight (owner, chain) select distinct owner, ${chain} from ${given} order by owner
    on conflict (owner, chain) do nothing`.execute(tx);
  await sql`select pg_notify(${INITIAL_SCAN_CHANNEL}, ${chain})`.execute(tx);
}

/** After this, a stream that is used is noted again. */
const NOTED_FOR = sql`interval '1 hour'`;

/** Whether an owner's events are written on all these chains, and their streams were used in the last hour. */
export async function areStreamsOpen(db: Store, owner: Address, chains: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from event_stream
    where chain = any(${[...chains]}::text[]) and owner = ${toBytea(owner)} and is_open and requested_at > now() - ${NOTED_FOR}`.execute(
    db,
  );
  return rows[0]?.count === chains.length;
}

/** An owner's streams on these chains, by chain; those that exist. By the primary keys. */
export async function listEventStreams(db: Store, owner: Address, chains: readonly string[]): Promise<EventStream[]> {
  const { rows } = await sql<{ chain: string; since_block: bigint | null; first_number: bigint; last_number: bigint }>`
    select chain, since_block, last_number, coalesce((
      select number from owner_event e where e.chain = s.chain and e.owner = s.owner order by number limit 1
    ), last_number + 1) as first_number
    from event_stream s where chain = any(${[...chains]}::text[]) and owner = ${toBytea(owner)} order by chain`.execute(
    db,
  );
  return rows.map((row) => ({
    chain: row.chain,
    sinceBlock: row.since_block ?? undefined,
    firstNumber: row.first_number,
    lastNumber: row.last_number,
  }));
}
