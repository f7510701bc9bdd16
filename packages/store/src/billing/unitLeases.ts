import { sql } from "kysely";
import type { Store } from "../database/database.ts";

/**
 * A process may spend `amount - spent` of an account, less what it has not reported yet; `balance` is not leased to any
 * process.
 */
export type LeaseState = { amount: number; spent: number; balance: number };

export type LeaseGrowth = {
  /** Id of the lease: a uuid chosen by the process. It is created if missing. */
  id: string;
  accountId: string;
  process: string;
  /** At least this many, or none. */
  needed: number;
  /** This many, but at most an eighth of the balance: so leases shrink as an account runs out. */
  wanted: number;
  leaseSeconds: number;
};

/**
 * Moves units from an account's balance into a lease, in one statement that locks one account. By the primary keys.
 * @returns the lease; undefined if the balance is lower than needed, or the account does not exist.
 */
export async function growLease(db: Store, growth: LeaseGrowth): Promise<LeaseState | undefined> {
  const { id, accountId, process, needed, wanted, leaseSeconds } = growth;
  const { rows } = await sql<{ amount: bigint; spent: bigint; balance: bigint }>`
    with before as materialized (
      select id, least(balance, greatest(${needed}::bigint, least(${wanted}::bigint, balance / 8))) as units
      from account where id = ${accountId} and balance >= ${needed} for no key update
    ), paid as (
      update account set balance = balance - units from before where account.id = before.id returning units, balance
    ), leased as (
      insert into unit_lease (id, account_id, process, amount, expires_at)
      select ${id}::uuid, ${accountId}, ${process}, units, ${secondsFromNow(leaseSeconds)} from paid
      on conflict (id) do update set amount = unit_lease.amount + excluded.amount, expires_at = excluded.expires_at
      returning amount, spent
    )
    select amount, spent, balance from leased, paid`.execute(db);
  const [row] = rows;
  return row && { amount: Number(row.amount), spent: Number(row.spent), balance: Number(row.balance) };
}

const secondsFromNow = (seconds: number) => sql<Date>`now() + ${seconds} * interval '1 second'`;
