import { sql } from "kysely";
import type { Store } from "../database/database.ts";

/** Rows per statement. */
const AT_ONCE = 5_000;

export interface EventRetention {
  /** Of events and dead letters; streams that nobody used for as long are closed. */
  days: number;
  /** Events of an owner on a chain, without those that dead letters need. */
  perOwner: number;
}

/**
 * Deletes some of the events that are older, or more, than are kept, except those of dead letters, and closes unused
 * streams. Several processes may do it. By owner_event_by_age, dead_letter_by_age and the primary keys.
 * @returns the number of deleted rows; 0 if none is left.
 */
export async function deleteOldEvents(db: Store, { days, perOwner }: EventRetention): Promise<number> {
  const isOld = sql`< now() - make_interval(days => ${days}::integer)`;
  const { numAffectedRows: letters = 0n } = await sql`
    delete from dead_letter where (subscription_id, chain, owner, number) in (
      select subscription_id, chain, owner, number from dead_letter where created_at ${isOld}
      limit ${AT_ONCE} for update skip locked
    )`.execute(db);
  const isNeeded = sql`exists (
    select 1 from dead_letter d where d.chain = e.chain and d.owner = e.owner and d.number = e.number
  )`;
  const { numAffectedRows: old = 0n } = await sql`
    delete from owner_event where (chain, owner, number) in (
      select chain, owner, number from owner_event e where created_at ${isOld} and not ${isNeeded}
      limit ${AT_ONCE} for update skip locked
    )`.execute(db);
  const { numAffectedRows: surplus = 0n } = await sql`
    delete from owner_event where (chain, owner, number) in (
      select e.chain, e.owner, e.number from event_stream s
      join owner_event e on e.chain = s.chain and e.owner = s.owner and e.number <= s.last_number - ${perOwner}
      where s.last_number > ${perOwner} and not ${isNeeded}
      limit ${AT_ONCE} for update of e skip locked
    )`.execute(db);
  await sql`
    update event_stream set is_open = false, since_block = null, last_number = last_number + 1 where (chain, owner) in (
      select chain, owner from event_stream s
      where is_open and requested_at ${isOld} and not exists (
        select 1 from subscription_lane l where l.chain = s.chain and l.owner = s.owner
      ) and not exists (
        select 1 from owner_event e where e.chain = s.chain and e.owner = s.owner
      ) limit ${AT_ONCE} for update skip locked
    )`.execute(db); // the number that is left out shows that events may be missing
  return Number(letters + old + surplus);
}
