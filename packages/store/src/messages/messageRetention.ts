import { sql } from "kysely";
import type { Store } from "../database/database.ts";

/** Sendings of one transaction: each may have 10,000 recipients. */
const AT_ONCE = 20;

/** The webhook's repetitions are hours apart: for what was not tried for longer nobody is there. */
const TRIED_WITHIN = sql`interval '7 days'`;

/**
 * Deletes sendings that are older than so many days, with all their messages: the oldest ones first, some at once; but none
 * that the webhook is still to be told of. By message_batch_by_age and message_by_batch. Several processes may do it.
 * @returns how many sendings are deleted now; 0 when none is left.
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
    ), told as (
      delete from message_webhook using old where batch_id = old.id
    )
    delete from message_batch using old where message_batch.id = old.id`.execute(db);
  return Number(numAffectedRows);
}
