import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import type { Lease } from "./lease.ts";
import { fromNow, isGone, sayIsHere } from "./processLife.ts";

/** A process that shares leases with others. */
export type LeaseProcess = {
  id: string;
  /** The leases that it has or would take. */
  leaseNames: readonly string[];
};

/** Who is alive, and who has which lease that can't be taken, by the database's clock. */
export type LeaseView = {
  processes: LeaseProcess[];
  /** By name; a lease that nobody has is left out. */
  holders: Map<string, string>;
};

export type Heartbeat = {
  process: LeaseProcess;
  /** Those that it has. */
  leases: readonly Lease[];
  ttlMs: number;
};

/**
 * Says that a process is alive, and prolongs its leases from now on.
 * @returns the names of the leases that are still its own; the others it has lost.
 */
export async function beat(db: Store, { process, leases, ttlMs }: Heartbeat): Promise<Set<string>> {
  await sql`
    insert into process (id, lease_names, beat_at, expires_at)
    values (${sayIsHere(process.id)}, ${[...process.leaseNames]}, clock_timestamp(), ${fromNow(ttlMs)})
    on conflict (id) do update set
      lease_names = excluded.lease_names, beat_at = excluded.beat_at, expires_at = excluded.expires_at`.execute(db);
  if (leases.length === 0) return new Set();
  const { rows } = await sql<{ name: string }>`
    update lease set expires_at = ${fromNow(ttlMs)}
    from unnest(${leases.map(({ name }) => name)}::text[], ${leases.map(({ term }) => String(term))}::bigint[]) mine (name, term)
    where lease.name = mine.name and lease.term = mine.term and holder = ${process.id}
    returning lease.name`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Small tables, read whole. */
export async function readLeases(db: Store): Promise<LeaseView> {
  const [processes, leases] = await Promise.all([
    sql<{ id: string; lease_names: string[] }>`
      select id, lease_names from process where expires_at > clock_timestamp() and not (${isGone}) order by id`.execute(
      db,
    ),
    sql<{ name: string; holder: string }>`
      select name, holder from lease where expires_at > clock_timestamp()
        and holder not in (select id from process where ${isGone})`.execute(db),
  ]);
  return {
    processes: processes.rows.map(({ id, lease_names }) => ({ id, leaseNames: lease_names })),
    holders: new Map(leases.rows.map(({ name, holder }) => [name, holder])),
  };
}

/** Says that a process has ended; those that died without a word an hour ago are forgotten too. */
export async function forgetProcess(db: Store, id: string): Promise<void> {
  await sql`delete from process where id = ${id} or expires_at < clock_timestamp() - interval '1 hour'`.execute(db);
}
