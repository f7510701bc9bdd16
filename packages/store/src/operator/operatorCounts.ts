import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Store } from "../database/database.ts";

/** Upper limit of counts. */
export const MAX_COUNTED = 100_000;

export type OperatorCounts = {
  accounts: number;
  disabledAccounts: number;
  /** Valid ones. */
  keys: number;
  /** Units of all accounts that are not leased to a process. */
  units: number;
  /** Units leased to processes and not reported as spent. */
  unitLeases: number;
  heldUnits: number;
  /** Used today (UTC), as reported. */
  unitsToday: number;
  /** Number of waiting rows, at most MAX_COUNTED. */
  staleBalances: number;
  undescribedTokens: number;
  pendingWebhooks: number;
  failedWebhooks: number;
};

/** Counts for operators. Accounts, keys and leases are read whole. */
export async function readOperatorCounts(db: Store): Promise<OperatorCounts> {
  const { rows } = await sql<OperatorCounts>`
    select accounts.*, leases.*,
      (select count(*)::integer from access_key
        where revoked_at is null and (expires_at is null or expires_at > now())) as keys,
      (select coalesce(sum(units), 0)::float8 from account join unit_usage on account_id = account.id
        and day = (now() at time zone 'utc')::date) as "unitsToday",
      ${count(sql`stale_balance`)} as "staleBalances",
      ${count(sql`token where metadata_block is null and standard <> 'native'`)} as "undescribedTokens",
      ${count(sql`message_webhook where state = 'pending'`)} as "pendingWebhooks",
      ${count(sql`message_webhook where state = 'failed'`)} as "failedWebhooks"
    from (
      select count(*)::integer as accounts, count(*) filter (where is_disabled)::integer as "disabledAccounts",
        coalesce(sum(balance), 0)::float8 as units from account
    ) accounts, (
      select count(*)::integer as "unitLeases", coalesce(sum(amount - spent), 0)::float8 as "heldUnits"
      from unit_lease where amount > spent
    ) leases`.execute(db);
  return rows[0]!;
}

const count = (from: RawBuilder<unknown>) =>
  sql`(select count(*)::integer from (select from ${from} limit ${MAX_COUNTED}) counted)`;
