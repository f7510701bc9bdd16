import { sql } from "kysely";

/** A time relative to the database's clock. */
export const fromNow = (ms: number) => sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`;

/**
 * Sets the connection's name to the id of a process, as its sign of life. Transactions under a lease are named after
 * it, `eth <id>`, while they last.
 */
export const recordAlive = (id: string) => sql<string>`set_config('application_name', ${id}, false)`;

/**
 * For a row of `process`: it has stopped its heartbeat and has no connection left, so it was killed, or can't connect
 * to the database. This is detected before its expiry. Right after a restart of the server no process has a connection,
 * so that proves nothing.
 */
export const isGone = sql<boolean>`
  process.beat_at < clock_timestamp() - interval '1.5 seconds'
  and pg_postmaster_start_time() < clock_timestamp() - interval '5 seconds'
  and not exists (
    select from pg_stat_activity
    where datname = current_database() and right(application_name, length(process.id)) = process.id
  )`;
