import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { fromBytea, toBytea } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { inTransaction } from "../database/database.ts";
import type { EventKind } from "../ownerEvents/eventKind.ts";

/** A subscription as its deliveries need it. */
export interface DeliveredSubscription {
  id: string;
  accountId: string | null;
  keyId: string;
  url: string;
  /** The first signs; the former one, too, while it is valid. */
  secrets: string[];
  kinds: EventKind[];
}

/** The events of an owner on a chain for a subscription. */
export interface Lane {
  subscriptionId: string;
  chain: string;
  owner: Address;
}

export interface PendingLane extends Lane {
  /** The last event that was delivered or given up. */
  sentNumber: bigint;
  /** The next event is after it. */
  doneNumber: bigint;
  /** The oldest event that is kept, or the next. */
  firstNumber: bigint;
  /** Up to here the events are known. */
  pendingNumber: bigint;
  /** Failed ones of the next event. */
  attempts: number;
}

/** Undefined if it is paused or gone, or may not be served: its account is disabled, or its key revoked. */
export async function findDeliverable(db: Store, id: string): Promise<DeliveredSubscription | undefined> {
  const { rows } = await sql<{
    account_id: string | null;
    key_id: string;
    url: string;
    secret: string;
    former_secret: string | null;
    kinds: EventKind[];
  }>`
    select s.account_id, key_id, url, secret, case when former_until > now() then former_secret end as former_secret, kinds
    from subscription s
    join access_key on access_key.id = key_id
    left join account on account.id = s.account_id
    where s.id = ${id} and not is_paused and case when s.account_id is null
      then revoked_at is null and (expires_at is null or expires_at > now())
      else not account.is_disabled
    end`.execute(db);
  const [row] = rows;
  return (
    row && {
      id,
      accountId: row.account_id,
      keyId: row.key_id,
      url: row.url,
      secrets: [row.secret, ...(row.former_secret === null ? [] : [row.former_secret])],
      kinds: row.kinds,
    }
  );
}

/** Processes look more often for dead letters that are to be repeated. */
const REQUESTED_WITHIN = sql`interval '15 seconds'`;

/**
 * Marks new events as queued.
 * @returns the subscriptions that have some, or dead letters that are to be repeated, each once.
 * By subscription_lane_unqueued; in an order, so that processes that do it at the same time wait for each other.
 */
export async function takeUnqueued(tx: Store): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with fresh as (
      select subscription_id, chain, owner from subscription_lane where queued_number < pending_number
      order by subscription_id, owner, chain for update
    ), queued as (
      update subscription_lane l set queued_number = pending_number from fresh f
      where l.subscription_id = f.subscription_id and l.chain = f.chain and l.owner = f.owner
      returning l.subscription_id
    )
    select subscription_id as id from queued
    union select subscription_id from dead_letter where requested_at > now() - ${REQUESTED_WITHIN}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Subscriptions with events, or dead letters to repeat, that should have been attempted long ago: their job was lost. */
export async function listForgotten(db: Store, minutes: number): Promise<string[]> {
  const isLate = sql`< now() - make_interval(mins => ${minutes}::integer)`;
  const { rows } = await sql<{ id: string }>`
    select subscription_id as id from subscription_lane join subscription on id = subscription_id
    where done_number < pending_number and due_at ${isLate} and not is_paused
    union select subscription_id from dead_letter where requested_at ${isLate}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The lanes of a subscription with events that are due, longest due first. */
export async function listDueLanes(db: Store, subscriptionId: string, limit: number): Promise<PendingLane[]> {
  const { rows } = await sql<{
    chain: string;
    owner: Bytea;
    sent_number: bigint;
    done_number: bigint;
    pending_number: bigint;
    first_number: bigint;
    attempts: number;
  }>`
    select chain, owner, sent_number, done_number, pending_number, attempts, coalesce((
      select number from owner_event e where e.chain = l.chain and e.owner = l.owner order by number limit 1
    ), pending_number + 1) as first_number
    from subscription_lane l
    where subscription_id = ${subscriptionId} and done_number < pending_number and due_at <= now()
    order by due_at limit ${limit}`.execute(db);
  return rows.map((row) => ({
    subscriptionId,
    chain: row.chain,
    owner: fromBytea(row.owner),
    sentNumber: row.sent_number,
    doneNumber: row.done_number,
    firstNumber: row.first_number,
    pendingNumber: row.pending_number,
    attempts: row.attempts,
  }));
}

/** When the next event of a subscription is due, in seconds from now; undefined: none waits. */
export async function readSecondsToNext(db: Store, subscriptionId: string): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(extract(epoch from min(due_at) - now()), 0)::float8 as seconds from subscription_lane
    where subscription_id = ${subscriptionId} and done_number < pending_number
    having count(*) > 0`.execute(db);
  return rows[0]?.seconds;
}

const isLane = ({ subscriptionId, chain, owner }: Lane): RawBuilder<unknown> => sql`
  subscription_id = ${subscriptionId} and chain = ${chain} and owner = ${toBytea(owner)}`;

/** An event was delivered. A repetition by a process that was paused changes nothing. */
export async function noteSent(db: Store, lane: Lane, number: bigint): Promise<void> {
  await sql`
    update subscription_lane set sent_number = ${number}, done_number = ${number}, attempts = 0, last_error = null
    where ${isLane(lane)} and done_number < ${number}`.execute(db);
}

/** Events up to a number are of other kinds. */
export async function notePassed(db: Store, lane: Lane, number: bigint): Promise<void> {
  await sql`
    update subscription_lane set done_number = ${number} where ${isLane(lane)} and done_number < ${number}`.execute(db);
}

/** The next event of a lane failed, or can't be attempted yet; it is repeated after some seconds. */
export async function noteFailed(
  db: Store,
  lane: PendingLane,
  { error, attempts, seconds }: { error: string; attempts: number; seconds: number },
): Promise<void> {
  await sql`
    update subscription_lane set attempts = ${attempts}, last_error = ${error},
      due_at = now() + make_interval(secs => ${seconds}::float8)
    where ${isLane(lane)} and done_number = ${lane.doneNumber}`.execute(db);
}

/** The event is given up: it becomes a dead letter, and the lane goes on with the next one. */
export async function buryEvent(
  db: Store,
  lane: PendingLane,
  letter: { number: bigint; previousNumber: bigint; attempts: number; error: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`
      insert into dead_letter (subscription_id, chain, owner, number, previous_number, attempts, last_error)
      select subscription_id, chain, owner, ${letter.number}, ${letter.previousNumber}, ${letter.attempts}::integer, ${letter.error}
      from subscription_lane where ${isLane(lane)} and done_number = ${lane.doneNumber}
      on conflict do nothing`.execute(tx);
    await noteSent(tx, lane, letter.number);
  });
}
