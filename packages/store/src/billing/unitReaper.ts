import { sql } from "kysely";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { lockAccounts } from "./unitReports.ts";

/** Accounts whose leases are processed in one transaction. */
const AT_ONCE = 500;

/**
 * Returns unspent units of expired leases to the balance, and deletes leases that ended a day ago: until then a paused
 * process can still report. By unit_lease_expiry.
 * @returns the number of returned units.
 */
export async function reapLeases(db: Store): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select distinct account_id as id from unit_lease where expires_at < now() and amount > spent
    order by account_id limit ${AT_ONCE}`.execute(db);
  await sql`
    delete from unit_lease where amount = spent and expires_at < now() - interval '1 day'`.execute(db);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  return await inTransaction(db, async (tx) => {
    await lockAccounts(tx, ids);
    return await giveBack(tx, ids);
  });
}

async function giveBack(tx: Store, accountIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ units: bigint }>`
    with late as (
      select id, account_id, amount - spent as units from unit_lease
      where account_id = any(${accountIds}::text[]) and expires_at < now() and amount > spent
    ), ended as (
      update unit_lease set amount = spent from late where unit_lease.id = late.id
    ), sums as (
      select account_id, sum(units)::bigint as units from late group by account_id
    ), paid as (
      update account set balance = balance + units from sums where account.id = account_id
    )
    select coalesce(sum(units), 0)::bigint as units from sums`.execute(tx);
  return Number(rows[0]?.units ?? 0n);
}
