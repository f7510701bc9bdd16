import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { fromBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import type { EventKind } from "../ownerEvents/eventKind.ts";
import { OWNER_EVENT_CHANNEL } from "../notifications/channels.ts";
import { notify } from "../notifications/notify.ts";
import { openEventStreams } from "../ownerEvents/eventStreams.ts";

/** Whose it is: an account, or a key of the operator's own. */
export interface SubscriptionHolder {
  accountId: string | null;
  keyId: string;
}

/** What the holder may change. */
export interface SubscriptionContent {
  name: string;
  url: string;
  owners: readonly Address[];
  chains: readonly string[];
  kinds: readonly EventKind[];
  isPaused: boolean;
}

export interface Subscription extends SubscriptionContent {
  id: string;
  accountId: string | null;
  keyId: string;
  createdAt: Date;
  /** Until then requests are signed with the former secret, too; null: there is none. */
  formerUntil: Date | null;
  /** Events that wait to be delivered; those of other kinds among them. */
  pendingCount: number;
  deadLetterCount: number;
  /** Why the last attempt failed, of an event that waits; null: none did. */
  lastError: string | null;
}

/** How long the former secret signs, too. */
const FORMER_HOURS = 24;

export const mintSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/**
 * Creates a subscription to all events from now on. @param max - Subscriptions of a holder.
 * @returns its id; undefined: the holder has as many as it may.
 */
export async function createSubscription(
  db: Store,
  { accountId, keyId }: SubscriptionHolder,
  { secret, max, ...content }: SubscriptionContent & { secret: string; max: number },
): Promise<string | undefined> {
  const id = `sub_${randomBytes(12).toString("base64url")}`;
  const holder = accountId ?? keyId;
  return await inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`portico subscriptions ${holder}`}, 0))`.execute(tx);
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from subscription where holder = ${holder}`.execute(tx);
    if ((rows[0]?.count ?? 0) >= max) return undefined;
    await sql`
      insert into subscription (id, account_id, key_id, name, url, secret, chains, kinds, is_paused) values (
        ${id}, ${accountId}, ${keyId}, ${content.name}, ${content.url}, ${secret}, ${[...content.chains]}::text[],
        ${[...content.kinds]}::text[], ${content.isPaused}
      )`.execute(tx);
    await addLanes(tx, id, content);
    return id;
  });
}

/**
 * The lanes of the owners on the chains; those that are there go on. The streams are held: an event that is written
 * meanwhile finds the lane.
 */
async function addLanes(tx: Store, id: string, { owners, chains }: Pick<SubscriptionContent, "chains" | "owners">) {
  await openEventStreams(tx, owners, chains);
  await sql`
    insert into subscription_lane (subscription_id, chain, owner, sent_number, done_number, pending_number, queued_number)
    select ${id}, chain, owner, last_number, last_number, last_number, last_number from event_stream
    where chain = any(${[...chains]}::text[]) and owner = any(${toByteaArray(owners)}::bytea[])
    on conflict do nothing`.execute(tx);
}

/** Changes the given fields, and notifies. New owners and chains begin now; those left out end. @returns whether it exists. */
export async function updateSubscription(
  db: Store,
  { id, holder }: { id: string; holder: string },
  change: Partial<SubscriptionContent>,
): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ chains: string[] }>`
      select chains from subscription where id = ${id} and holder = ${holder} for update`.execute(tx);
    const [stored] = rows;
    if (stored === undefined) return false;
    await sql`
      update subscription set updated_at = now(), name = coalesce(${change.name ?? null}, name),
        url = coalesce(${change.url ?? null}, url), is_paused = coalesce(${change.isPaused ?? null}, is_paused),
        chains = coalesce(${change.chains === undefined ? null : [...change.chains]}::text[], chains),
        kinds = coalesce(${change.kinds === undefined ? null : [...change.kinds]}::text[], kinds)
      where id = ${id}`.execute(tx);
    if (change.owners !== undefined || change.chains !== undefined) {
      const owners = change.owners ?? (await listLaneOwners(tx, id));
      await replaceLanes(tx, id, { owners, chains: change.chains ?? stored.chains });
    }
    if (change.url !== undefined || change.isPaused === false) {
      await lockLanes(tx, id);
      await sql`
        update subscription_lane set due_at = now(), queued_number = done_number
        where subscription_id = ${id} and done_number < pending_number`.execute(tx);
    }
    await notify(tx, OWNER_EVENT_CHANNEL, "");
    return true;
  });
}

/** The streams are held before the lanes, as by the indexer. */
async function replaceLanes(tx: Store, id: string, content: Pick<SubscriptionContent, "chains" | "owners">) {
  await addLanes(tx, id, content);
  await lockLanes(tx, id);
  await sql`
    delete from subscription_lane where subscription_id = ${id} and not (
      chain = any(${[...content.chains]}::text[]) and owner = any(${toByteaArray(content.owners)}::bytea[])
    )`.execute(tx);
}

/** In the order in which an indexer locks those of its chain. */
async function lockLanes(tx: Store, id: string): Promise<void> {
  await sql`
    select from subscription_lane where subscription_id = ${id} order by owner, chain for update`.execute(tx);
}

async function listLaneOwners(db: Store, id: string): Promise<Address[]> {
  const { rows } = await sql<{ owner: Bytea }>`
    select distinct owner from subscription_lane where subscription_id = ${id} order by owner`.execute(db);
  return rows.map(({ owner }) => fromBytea(owner));
}

/** Ends a subscription, with what it has not delivered. @returns whether it existed. */
export async function deleteSubscription(db: Store, { id, holder }: { id: string; holder: string }): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    const { rows } = await sql`select from subscription where id = ${id} and holder = ${holder} for update`.execute(tx);
    if (rows.length === 0) return false;
    await lockLanes(tx, id);
    await sql`delete from subscription where id = ${id}`.execute(tx);
    return true;
  });
}

/** Replaces the secret; for a day requests are signed with both. @returns whether it exists. */
export async function rotateSubscriptionSecret(
  db: Store,
  { id, holder, secret }: { id: string; holder: string; secret: string },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update subscription set former_secret = secret, secret = ${secret}, updated_at = now(),
      former_until = now() + make_interval(hours => ${FORMER_HOURS})
    where id = ${id} and holder = ${holder}`.execute(db);
  return numAffectedRows > 0n;
}

/** By the primary keys. */
export const findSubscription = async (
  db: Store,
  { id, holder }: { id: string; holder: string },
): Promise<Subscription | undefined> =>
  (await selectSubscriptions(db, sql`where id = ${id} and holder = ${holder}`)).at(0);

/** A page of a holder's subscriptions, oldest first, and their total. By subscription_by_holder. */
export async function listSubscriptions(
  db: Store,
  { holder, start, limit }: { holder: string; start: number; limit: number },
): Promise<{ subscriptions: Subscription[]; total: number }> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from subscription where holder = ${holder}`.execute(db);
  const page = sql`where holder = ${holder} order by created_at, id offset ${start} limit ${limit}`;
  return { subscriptions: await selectSubscriptions(db, page), total: rows[0]?.total ?? 0 };
}

/** Whether there is any. */
export async function hasSubscriptions(db: Store): Promise<boolean> {
  const { rows } = await sql`select from subscription limit 1`.execute(db);
  return rows.length > 0;
}

interface SubscriptionRow {
  id: string;
  account_id: string | null;
  key_id: string;
  name: string;
  url: string;
  chains: string[];
  kinds: EventKind[];
  is_paused: boolean;
  created_at: Date;
  former_until: Date | null;
  owners: string[] | null;
  pending: bigint;
  last_error: string | null;
  dead: number;
}

async function selectSubscriptions(db: Store, which: RawBuilder<unknown>): Promise<Subscription[]> {
  const { rows } = await sql<SubscriptionRow>`
    select s.*, lanes.*, letters.* from (
      select id, account_id, key_id, name, url, chains, kinds, is_paused, created_at,
        case when former_until > now() then former_until end as former_until
      from subscription ${which}
    ) s cross join lateral (
      select array_agg(distinct '0x' || encode(owner, 'hex')) as owners,
        coalesce(sum(pending_number - done_number), 0)::bigint as pending,
        (array_agg(last_error order by due_at desc) filter (where last_error is not null))[1] as last_error
      from subscription_lane where subscription_id = s.id
    ) lanes cross join lateral (
      select count(*)::integer as dead from dead_letter where subscription_id = s.id
    ) letters order by created_at, id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    keyId: row.key_id,
    name: row.name,
    url: row.url,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- encoded by the statement
    owners: (row.owners ?? []) as Address[],
    chains: row.chains,
    kinds: row.kinds,
    isPaused: row.is_paused,
    createdAt: row.created_at,
    formerUntil: row.former_until,
    pendingCount: Number(row.pending),
    deadLetterCount: row.dead,
    lastError: row.last_error,
  }));
}
