import { sql } from "kysely";

/** A time by the database's clock. */
export const fromNow = (ms: number) => sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`;

/**
 * The id of a process, and the name of the connection that says so from then on. Transactions in the name of a lease are
 * named for it, `eth <id>`, while they last.
 */
export const sayIsHere = (id: string) => sql<string>`set_config('application_name', ${id}, false)`;

/**
 * Of a row of `process`: it fell silent and has no connection left, so it was killed, or can't reach the database. This is
 * sooner known than that its time is over. Nobody has a connection when the server has just come back: that tells nothing.
 */
export const isGone = sql<boolean>`
  process.beat_at < clock_timestamp() - interval '1.5 seconds'
  and pg_postmaster_start_time() < clock_timestamp() - interval '5 seconds'
  and not exists (
    select from pg_stat_activity
    where datname = current_database() and right(application_name, length(process.id)) = process.id
  )`;
