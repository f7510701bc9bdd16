import { sql } from "kysely";
import type { Store } from "../database/database.ts";

export type Imbalance = { accountId: string; granted: number; balance: number; held: number; used: number };

/**
 * Accounts, of all or of these, whose granted units differ from the sum of balance, leased and used ones: none, in
 * every committed state.
 */
export async function findImbalances(db: Store, among?: readonly string[]): Promise<Imbalance[]> {
  const { rows } = await sql<Imbalance>`
    select * from (
      select id as "accountId", balance::float8 as balance,
        (select coalesce(sum(amount), 0)::float8 from unit_ledger where account_id = account.id) as granted,
        (select coalesce(sum(amount - spent), 0)::float8 from unit_lease where account_id = account.id) as held,
        (select coalesce(sum(units), 0)::float8 from unit_usage where account_id = account.id) as used
      from account where ${among === undefined ? sql`true` : sql`id = any(${among}::text[])`}
    ) sums where granted <> balance + held + used`.execute(db);
  return rows;
}
