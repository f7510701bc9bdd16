import { sql } from "kysely";
import { toNumberArray } from "../encoding/bytea.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import type { LeaseState } from "./unitLeases.ts";

/** Units used, or refunded if negative. */
export type UnitDelta = {
  /** UTC, `YYYY-MM-DD`, by the clock of the process. */
  day: string;
  keyId: string;
  operation: string;
  units: number;
  calls: number;
};

export type UnitReport = {
  leaseId: string;
  accountId: string;
  /** Increases with every report of the lease: a repetition changes nothing. */
  seq: number;
  /** Returns the lease's remaining units. */
  isRelease: boolean;
  /** At most one for each day, key and operation. */
  deltas: readonly UnitDelta[];
};

export type ReportedLease = LeaseState & {
  leaseId: string;
  /** Units that neither the lease nor the balance could pay: they are not charged, and not in the usage. */
  unpaid: number;
};

/**
 * Records units spent from leases, and renews or ends the leases, in one transaction that locks accounts by ascending
 * id, as all changes of leases do. Units that a lease no longer has, because it expired, are charged to the balance.
 * @param reports - At most one per account.
 * @returns the present state of each lease, without unknown ones.
 */
export function reportUnits(
  db: Store,
  { reports, leaseSeconds }: { reports: readonly UnitReport[]; leaseSeconds: number },
): Promise<ReportedLease[]> {
  return inTransaction(db, async (tx) => {
    await lockAccounts(
      tx,
      reports.map(({ accountId }) => accountId),
    );
    const { rows } = await settle(tx, reports, leaseSeconds).execute(tx);
    return rows.map(({ id, amount, spent, balance, unpaid }) => ({
      leaseId: id,
      amount: Number(amount),
      spent: Number(spent),
      balance: Number(balance),
      unpaid: Number(unpaid),
    }));
  });
}

/** Prevents deadlocks between transactions that change the same accounts and leases. */
export async function lockAccounts(tx: Store, ids: readonly string[]): Promise<void> {
  await sql`select from account where id = any(${ids}::text[]) order by id for no key update`.execute(tx);
}

type SettledRow = { id: string; amount: bigint; spent: bigint; balance: bigint; unpaid: bigint };

/** The balance pays `extra`, which the lease lacks. Refunds beyond what this lease spent go to the balance. */
const settle = (tx: Store, reports: readonly UnitReport[], leaseSeconds: number) => sql<SettledRow>`
  with report as (${rowsOfReports(reports)}), delta as (${rowsOfDeltas(reports)}),
  moved as (
    select lease.id, account_id, report.seq, is_release, amount, spent, account.balance, (
        select coalesce(sum(units), 0)::bigint from delta where delta.id = lease.id
      ) as units
    from report join unit_lease lease using (id) join account on account.id = account_id
    where lease.seq < report.seq
  ), paid as (
    select *, least(balance, greatest(0, spent + units - amount)) as extra,
      greatest(0, spent + units - amount - balance) as unpaid
    from moved
  ), counted as (
    select *, greatest(0, spent + units - unpaid) as now_spent from paid
  ), ended as (
    select *, case when is_release then now_spent else amount + extra end as now_amount from counted
  ), changed as (
    select *, (amount - spent) - (now_amount - now_spent) - (units - unpaid) as change from ended
  ), leased as (
    update unit_lease set amount = now_amount, spent = now_spent, seq = ended.seq,
      expires_at = now() + ${leaseSeconds} * interval '1 second'
    from ended where unit_lease.id = ended.id
  ), balanced as (
    update account set balance = account.balance + change from changed where account.id = account_id and change <> 0
  ), ${useOfDeltas}
  select report.id, coalesce(now_amount, unit_lease.amount) as amount, coalesce(now_spent, unit_lease.spent) as spent,
    (account.balance + coalesce(change, 0))::bigint as balance, coalesce(unpaid, 0)::bigint as unpaid
  from report join unit_lease using (id) join account on account.id = unit_lease.account_id
  left join changed on changed.id = report.id`;

/**
 * Unpaid units are subtracted from the deltas in order, starting with the first, so that usage is exactly what was
 * paid. A future day is from a process with a wrong clock, and counts as today: otherwise it would not be displayed.
 */
const useOfDeltas = sql`
  listed as (
    select account_id, day, key_id, operation, calls, delta.units, greatest(delta.units, 0) as used, unpaid,
      sum(greatest(delta.units, 0)) over (partition by ended.id order by day, key_id, operation) as so_far
    from delta join ended using (id)
  ), used as (
    insert into unit_usage (account_id, day, key_id, operation, units, calls)
    select account_id, least(day, (now() at time zone 'utc')::date), key_id, operation,
      sum(units - least(used, greatest(0, unpaid - (so_far - used)))), sum(calls)
    from listed group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (account_id, day, key_id, operation) do update
    set units = unit_usage.units + excluded.units, calls = unit_usage.calls + excluded.calls
  )`;

const rowsOfReports = (reports: readonly UnitReport[]) => sql`
  select * from unnest(
    ${reports.map(({ leaseId }) => leaseId)}::uuid[], ${toNumberArray(reports.map(({ seq }) => seq))}::bigint[],
    ${reports.map(({ isRelease }) => isRelease)}::boolean[]
  ) as report (id, seq, is_release)`;

function rowsOfDeltas(reports: readonly UnitReport[]) {
  const deltas = reports.flatMap(({ leaseId, deltas: own }) => own.map((delta) => ({ leaseId, ...delta })));
  return sql`
    select * from unnest(
      ${deltas.map(({ leaseId }) => leaseId)}::uuid[], ${deltas.map(({ day }) => day)}::date[],
      ${deltas.map(({ keyId }) => keyId)}::text[], ${deltas.map(({ operation }) => operation)}::text[],
      ${toNumberArray(deltas.map(({ units }) => units))}::bigint[],
      ${toNumberArray(deltas.map(({ calls }) => calls))}::bigint[]
    ) as delta (id, day, key_id, operation, units, calls)`;
}
