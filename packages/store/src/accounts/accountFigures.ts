import { sql } from "kysely";
import type { Store } from "../database/database.ts";

/** Figures of an account. */
export type AccountFigures = {
  /** Total, including adjustments. */
  granted: number;
  /** Total. */
  used: number;
  used30Days: number;
  usedToday: number;
  /** Mean of the last 7 complete UTC days. */
  dailyMean: number;
  /** Valid keys. */
  keyCount: number;
  appCount: number;
};

/**
 * Figures of some accounts, from reported use. By unit_ledger_by_account, access_key_by_account, oauth_app_by_account
 * and the
 * primary key of unit_usage.
 */
export async function readAccountFigures(
  db: Store,
  accountIds: readonly string[],
): Promise<Map<string, AccountFigures>> {
  const { rows } = await sql<{
    id: string;
    granted: number;
    used: number;
    used_30_days: number;
    used_today: number;
    used_7_days: number;
    key_count: number;
    app_count: number;
  }>`
    select requested.id,
      (select coalesce(sum(amount), 0)::float8 from unit_ledger where account_id = requested.id) as granted,
      usage.*,
      (select count(*)::integer from access_key where account_id = requested.id and revoked_at is null
        and (expires_at is null or expires_at > now())) as key_count,
      (select count(*)::integer from oauth_app where account_id = requested.id) as app_count
    from unnest(${accountIds}::text[]) as requested (id)
    cross join (select (now() at time zone 'utc')::date as today) clock
    cross join lateral (
      select coalesce(sum(units), 0)::float8 as used,
        coalesce(sum(units) filter (where day > today - 30), 0)::float8 as used_30_days,
        coalesce(sum(units) filter (where day = today), 0)::float8 as used_today,
        coalesce(sum(units) filter (where day < today and day >= today - 7), 0)::float8 as used_7_days
      from unit_usage where account_id = requested.id
    ) usage`.execute(db);
  const figures = rows.map((row) => ({
    granted: row.granted,
    used: row.used,
    used30Days: row.used_30_days,
    usedToday: row.used_today,
    dailyMean: row.used_7_days / 7,
    keyCount: row.key_count,
    appCount: row.app_count,
  }));
  return new Map(rows.map(({ id }, index) => [id, figures[index]!]));
}

/** By the primary key. @returns whether there is such an account. */
export async function renameAccount(db: Store, id: string, name: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update account set name = ${name} where id = ${id}`.execute(db);
  return numAffectedRows > 0n;
}
