import { sql } from "kysely";
import type { Store } from "../database/database.ts";

/** Batches per transaction: each may have 10,000 recipients. */
const AT_ONCE = 20;

/** The webhook's retries are hours apart: one not attempted for longer is abandoned. */
const TRIED_WITHIN = sql`interval '7 days'`;

/**
 * Deletes batches older than this many days with all their messages, oldest first, a few at a time; except those with
 * pending webhook deliveries. By message_batch_by_age and message_by_batch. Several processes may do it.
 * @returns the number of deleted batches; 0 if none is left.
 */
export async function deleteOldMessages(db: Store, { days }: { days: number }): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select id from message_batch where created_at < now() - ${days} * interval '1 day'
        and not exists (
          select from message_webhook
          where batch_id = message_batch.id and state = 'pending' and updated_at > now() - ${TRIED_WITHIN}
        )
      order by created_at, id limit ${AT_ONCE} for update skip locked
    ), emptied as (
      delete from message using old where batch_id = old.id
    ), emptied_webhooks as (
      delete from message_webhook using old where batch_id = old.id
    )
    delete from message_batch using old where message_batch.id = old.id`.execute(db);
  return Number(numAffectedRows);
}
