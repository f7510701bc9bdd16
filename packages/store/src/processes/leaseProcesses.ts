import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import type { Lease } from "./lease.ts";
import { fromNow, isGone, recordAlive } from "./processLife.ts";

/** A process that shares leases with others. */
export type LeaseProcess = {
  id: string;
  /** The leases that it holds or would take. */
  leaseNames: readonly string[];
};

/** Processes that are alive, and holders of leases that can't be taken, by the database's clock. */
export type LeaseView = {
  processes: LeaseProcess[];
  /** By name; without free leases. */
  holders: Map<string, string>;
};

export type Heartbeat = {
  process: LeaseProcess;
  /** Those that it holds. */
  leases: readonly Lease[];
  ttlMs: number;
};

/**
 * Records that a process is alive, and renews its leases.
 * @returns the names of leases that it still holds; the others are lost.
 */
export async function beat(db: Store, { process, leases, ttlMs }: Heartbeat): Promise<Set<string>> {
  await sql`
    insert into process (id, lease_names, beat_at, expires_at)
    values (${recordAlive(process.id)}, ${[...process.leaseNames]}, clock_timestamp(), ${fromNow(ttlMs)})
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

/** Reads small tables whole. */
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

/** Records that a process has ended; also deletes processes that stopped without notice over an hour ago. */
export async function deleteProcess(db: Store, id: string): Promise<void> {
  await sql`delete from process where id = ${id} or expires_at < clock_timestamp() - interval '1 hour'`.execute(db);
}
