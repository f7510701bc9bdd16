import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { fromBytea, toBytea } from "../encoding/bytea.ts";
import type { Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { listEventsAfter } from "../ownerEvents/ownerEvents.ts";
import { notify } from "../notifications/notify.ts";
import { OWNER_EVENT_CHANNEL } from "../notifications/channels.ts";
import type { EventRef } from "../ownerEvents/eventId.ts";
import { EVENT_KINDS } from "../ownerEvents/eventKind.ts";
import type { OwnerEvent } from "../ownerEvents/ownerEvents.ts";
import type { Lane } from "./deliveries.ts";

/** An event whose delivery was given up. */
export interface DeadLetter {
  subscriptionId: string;
  event: OwnerEvent;
  /** Of the event before it for this subscription. */
  previousNumber: bigint;
  attempts: number;
  lastError: string;
  createdAt: Date;
  /** Whether another attempt is queued. */
  isRequested: boolean;
}

/** A page of a subscription's dead letters, newest first, and their total. */
export async function listDeadLetters(
  db: Store,
  { subscriptionId, start, limit }: { subscriptionId: string; start: number; limit: number },
): Promise<{ letters: DeadLetter[]; total: number }> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from dead_letter where subscription_id = ${subscriptionId}`.execute(db);
  const page = sql`
    subscription_id = ${subscriptionId} order by created_at desc, chain, owner, number desc offset ${start} limit ${limit}`;
  return { letters: await selectLetters(db, page), total: rows[0]?.total ?? 0 };
}

/** Those of which another attempt is requested, in order per owner and chain. */
export const listRequestedLetters = (db: Store, subscriptionId: string, limit: number): Promise<DeadLetter[]> =>
  selectLetters(
    db,
    sql`subscription_id = ${subscriptionId} and requested_at is not null order by chain, owner, number limit ${limit}`,
  );

async function selectLetters(db: Store, which: RawBuilder<unknown>): Promise<DeadLetter[]> {
  const { rows } = await sql<{
    subscription_id: string;
    chain: string;
    owner: Bytea;
    number: bigint;
    previous_number: bigint;
    attempts: number;
    last_error: string;
    created_at: Date;
    requested_at: Date | null;
  }>`select * from dead_letter where ${which}`.execute(db);
  const positions = rows.map(({ chain, owner, number }) => ({
    chain,
    owner: fromBytea(owner),
    after: number - 1n,
    kinds: EVENT_KINDS,
  }));
  const events = await listEventsAfter(db, positions, 1);
  return rows.flatMap((row, index) => {
    const event = events[index]?.[0];
    if (event?.number !== row.number) return []; // deleted meanwhile
    return [
      {
        subscriptionId: row.subscription_id,
        event,
        previousNumber: row.previous_number,
        attempts: row.attempts,
        lastError: row.last_error,
        createdAt: row.created_at,
        isRequested: row.requested_at !== null,
      },
    ];
  });
}

/**
 * Requests another attempt of these dead letters of a subscription, or of all, and notifies.
 * @returns how many there are.
 */
export async function requestRedelivery(
  db: Store,
  subscriptionId: string,
  refs: readonly EventRef[] | undefined,
): Promise<number> {
  const chosen =
    refs === undefined
      ? sql`true`
      : sql`(chain, owner, number) in (
          select * from unnest(
            ${refs.map(({ chain }) => chain)}::text[], ${refs.map(({ owner }) => toBytea(owner))}::bytea[],
            ${refs.map(({ number }) => String(number))}::bigint[]
          )
        )`;
  const { numAffectedRows = 0n } = await sql`
    update dead_letter set requested_at = coalesce(requested_at, now())
    where subscription_id = ${subscriptionId} and ${chosen}`.execute(db);
  await notify(db, OWNER_EVENT_CHANNEL, "");
  return Number(numAffectedRows);
}

const isLetter = (lane: Lane, number: bigint): RawBuilder<unknown> => sql`
  subscription_id = ${lane.subscriptionId} and chain = ${lane.chain} and owner = ${toBytea(lane.owner)} and number = ${number}`;

export async function deleteDeadLetter(db: Store, lane: Lane, number: bigint): Promise<void> {
  await sql`delete from dead_letter where ${isLetter(lane, number)}`.execute(db);
}

/** Another attempt failed: it stays a dead letter. */
export async function noteLetterFailed(db: Store, lane: Lane, number: bigint, error: string): Promise<void> {
  await sql`
    update dead_letter set attempts = attempts + 1, last_error = ${error}, requested_at = null
    where ${isLetter(lane, number)}`.execute(db);
}
