import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { fromNow, isGone } from "./processLife.ts";

/** An exclusive right, for example to index a chain, which expires unless it is renewed. */
export type Lease = {
  /** A chain's slug. */
  name: string;
  /** Printable ASCII, at most 45 characters. */
  holder: string;
  /** Number of times it was taken: distinguishes two terms of the same holder. */
  term: bigint;
};

/** The lease has expired or was taken by another holder: nothing may be stored under it. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
  constructor({ name, holder }: Lease) {
    super(`'${holder}' no longer has the lease of '${name}'`);
  }
}

/**
 * Takes a free lease. If its last holder is stuck in a transaction under it, that transaction is terminated first, and
 * the next attempt succeeds.
 * @returns undefined if it is held, or is being taken.
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

/** Terminates transactions that passed assertLease and outlived the lease: only they may still lock it. */
async function endLastTransaction(db: Store, name: string): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from lease join pg_stat_activity on application_name = lease.name || ' ' || holder
    where name = ${name} and expires_at <= clock_timestamp()
      and datname = current_database() and pid <> pg_backend_pid()`.execute(db);
}

/**
 * Ensures that a lease is held, and that no other holder takes it before the transaction ends. It can still be renewed.
 * @throws LeaseLostError if it has expired or was taken.
 */
export async function assertLease(tx: Store, lease: Lease): Promise<void> {
  const { name, holder, term } = lease;
  const { rows } = await sql`
    select set_config('application_name', ${`${name} ${holder}`}, true) from lease
    where name = ${name} and holder = ${holder} and term = ${term} and expires_at > clock_timestamp()
    for key share`.execute(tx);
  if (rows.length === 0) throw new LeaseLostError(lease);
}

/**
 * Releases a lease, so that it can be taken at once; does nothing if it has another holder. Waits for a transaction
 * under it.
 */
export async function releaseLease(db: Store, { name, holder, term }: Lease): Promise<void> {
  await sql`
    with mine as (
      select name from lease where name = ${name} and holder = ${holder} and term = ${term} for update
    )
    update lease set holder = '', expires_at = '-infinity' from mine where lease.name = mine.name`.execute(db);
}
