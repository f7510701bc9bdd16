import { sql } from "kysely";
import { heldUnits } from "../accounts/accounts.ts";
import type { Store } from "../database/database.ts";

/** Units used and granted on a day. */
export type UnitDay = {
  /** UTC, `YYYY-MM-DD`. */
  date: string;
  used: number;
  granted: number;
};

export type UnitsRead = {
  /** Units that are not leased to processes. */
  balance: number;
  /** Units leased to processes and not reported as spent. */
  held: number;
  /** The last 30 UTC days, newest first, today included. */
  days: UnitDay[];
};

const DAYS = 30;

/**
 * An account's units and 30 days, in one statement: a consistent snapshot. By the primary keys, unit_lease_by_account
 * and unit_ledger_by_account.
 * @returns undefined if the account does not exist.
 */
export async function readUnits(db: Store, accountId: string): Promise<UnitsRead | undefined> {
  const { rows } = await sql<{ balance: bigint; held: bigint; days: UnitDay[] }>`
    with used as (
      select day, sum(units) as units from unit_usage
      where account_id = ${accountId} and day > ${utcDay(sql`now()`)} - ${DAYS}::integer group by day
    ), granted as (
      select ${utcDay(sql`created_at`)} as day, sum(amount) as units from unit_ledger
      where account_id = ${accountId} group by 1
    )
    select balance, ${heldUnits(sql`account.id`)} as held, (
      select json_agg(json_build_object('date', to_char(day, 'YYYY-MM-DD'), 'used', coalesce(used.units, 0),
        'granted', coalesce(granted.units, 0)) order by day desc)
      from (select ${utcDay(sql`now()`)} - n as day from generate_series(0, ${DAYS - 1}::integer) n) days
      left join used using (day) left join granted using (day)
    ) as days from account where id = ${accountId}`.execute(db);
  const row = rows[0];
  return row && { balance: Number(row.balance), held: Number(row.held), days: row.days };
}

const utcDay = (time: ReturnType<typeof sql>) => sql`(${time} at time zone 'utc')::date`;

export type UsageGroup = "day" | "key" | "operation";
export type UsageQuery = {
  accountId: string;
  /** UTC days, `YYYY-MM-DD`, both included. */
  from: string;
  to: string;
  /** Groups of the rows; one row without any. */
  by: readonly UsageGroup[];
};

/** Fields that are not grouped by are undefined. */
export type UsageRow = { day?: string; keyId?: string; operation?: string; units: number; calls: number };

const GROUPS = {
  day: { column: sql`to_char(day, 'YYYY-MM-DD')`, name: sql.id("day") },
  key: { column: sql`key_id`, name: sql.id("keyId") },
  operation: { column: sql`operation`, name: sql.id("operation") },
} as const;

/** An account's reported usage, oldest day first. By the primary key. */
export async function listUsage(db: Store, { accountId, from, to, by }: UsageQuery): Promise<UsageRow[]> {
  const groups = [...new Set(by)].map((group) => GROUPS[group]);
  const names = groups.map(({ column, name }) => sql`${column} as ${name}, `);
  const grouped =
    groups.length === 0 ? sql`` : sql`group by ${numbers(groups.length)} order by ${numbers(groups.length)}`;
  const { rows } = await sql<UsageRow>`
    select ${sql.join(names, sql``)} coalesce(sum(units), 0)::float8 as units, coalesce(sum(calls), 0)::float8 as calls
    from unit_usage where account_id = ${accountId} and day between ${from}::date and ${to}::date
    ${grouped}`.execute(db);
  return rows;
}

const numbers = (count: number) => sql.raw(Array.from({ length: count }, (_, n) => n + 1).join(", "));
