import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { fromNow, isGone } from "./processLife.ts";

/** The right to do what only one may do at a time, such as the work on a chain, until it ends unless it is renewed. */
export type Lease = {
  /** Of a chain: its slug. */
  name: string;
  /** Who has it: printable ASCII, 45 characters at most. */
  holder: string;
  /** How often it was taken: tells two times of the same holder apart. */
  term: bigint;
};

/** The lease is another's by now, or ended: nothing may be stored in its name. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
  constructor({ name, holder }: Lease) {
    super(`'${holder}' no longer has the lease of '${name}'`);
  }
}

/**
 * Takes a lease that nobody has. When its last holder stopped in the middle of a transaction in its name, that is ended
 * first, and the lease can be had by the next attempt.
 * @returns undefined when somebody has it, or took it a moment ago.
 */
export async function takeLease(
  db: Store,
  { name, holder, ttlMs }: { name: string; holder: string; ttlMs: number },
): Promise<Lease | undefined> {
  await sql`
    insert into lease (name, holder, term, expires_at) values (${name}, '', 0, '-infinity')
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ term: bigint }>`
    with free as (
      select name from lease
      where name = ${name} and (expires_at <= clock_timestamp() or holder in (select id from process where ${isGone}))
      for update skip locked
    )
    update lease set holder = ${holder}, term = term + 1, expires_at = ${fromNow(ttlMs)}
    from free where lease.name = free.name returning term`.execute(db);
  if (rows[0] !== undefined) return { name, holder, term: rows[0].term };
  await endLastTransaction(db, name);
  return undefined;
}

/** Ends the transactions that assertLease let begin and that outlived the lease: only they may still lock it. */
async function endLastTransaction(db: Store, name: string): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from lease join pg_stat_activity on application_name = lease.name || ' ' || holder
    where name = ${name} and expires_at <= clock_timestamp()
      and datname = current_database() and pid <> pg_backend_pid()`.execute(db);
}

/**
 * Makes sure that a lease is had, and that nobody else gets it before the transaction ends. It can still be renewed.
 * @throws LeaseLostError when it ended or was taken by another.
 */
export async function assertLease(tx: Store, lease: Lease): Promise<void> {
  const { name, holder, term } = lease;
  const { rows } = await sql`
    select set_config('application_name', ${`${name} ${holder}`}, true) from lease
    where name = ${name} and holder = ${holder} and term = ${term} and expires_at > clock_timestamp()
    for key share`.execute(tx);
  if (rows.length === 0) throw new LeaseLostError(lease);
}

/** Gives a lease back, at once to be taken; does nothing when it is another's. Waits for a transaction in its name. */
export async function releaseLease(db: Store, { name, holder, term }: Lease): Promise<void> {
  await sql`
    with mine as (
      select name from lease where name = ${name} and holder = ${holder} and term = ${term} for update
    )
    update lease set holder = '', expires_at = '-infinity' from mine where lease.name = mine.name`.execute(db);
}
