import { sql } from "kysely";
import type { Store } from "../database/database.ts";

export type KeyUse = { id: string; usedAt: Date };

/**
 * Records when access keys were last used. A time earlier than the stored one changes nothing, and times are capped to
 * the database's clock, in case a process's clock is ahead. By the primary key.
 */
export async function recordKeyUses(db: Store, uses: readonly KeyUse[]): Promise<void> {
  const sorted = uses.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await sql`
    with updated as (
      select access_key.id, used_at from access_key join unnest(
        ${sorted.map(({ id }) => id)}::text[], ${sorted.map(({ usedAt }) => usedAt)}::timestamptz[]
      ) as touch (id, used_at) using (id)
      where last_used_at is null or last_used_at < used_at or last_used_at > now()
      order by id for no key update of access_key
    )
    update access_key set last_used_at = least(greatest(last_used_at, used_at), now())
    from updated where access_key.id = updated.id`.execute(db);
}
