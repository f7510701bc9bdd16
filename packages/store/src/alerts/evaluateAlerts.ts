import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { Store } from "../database/database.ts";
import { toAlertRule } from "./alertRules.ts";
import type { AlertRule } from "./alertRules.ts";
import type { AlertRuleTable } from "./alertSchema.ts";

/** A rule that began or ceased to fire. */
export type AlertChange = { rule: AlertRule; isFiring: boolean };

/**
 * Measures every rule that is not paused, as of a time, and stores its value. A rule begins to fire when its value
 * reaches the threshold, once, and ceases when it is below, or unknown. Part of the transaction that announces the
 * changes.
 * @param timeAt - Unix seconds. The window has the spans of five minutes that began in it.
 */
export async function evaluateAlerts(tx: Store, timeAt: number): Promise<AlertChange[]> {
  const { rows } = await sql<Selectable<AlertRuleTable> & { was_firing: boolean }>`
    with rule as materialized (
      select * from alert_rule where not is_paused order by id for update
    ), measured as (
      select id, coalesce(sum(span.units), 0)::float8 as units, coalesce(sum(requests), 0)::float8 as requests,
        coalesce(sum(errors), 0)::float8 as errors
      from rule left join (
        select account_id, started_at, units, client_error_count + server_error_count as errors,
          success_count + client_error_count + server_error_count as requests from request_span
      ) span on span.account_id = rule.account_id and started_at <= to_timestamp(${timeAt})
        and started_at > to_timestamp(${timeAt}) - window_minutes * interval '1 minute'
      group by id
    ), valued as (
      select id, case when metric = 'units' then measured.units
          when requests >= min_requests then errors / requests end as now_value
      from rule join measured using (id)
    ), updated as (
      update alert_rule set value = now_value,
        fired_at = case when now_value >= threshold then coalesce(fired_at, to_timestamp(${timeAt})) end
      from valued where alert_rule.id = valued.id returning alert_rule.*
    )
    select updated.*, rule.fired_at is not null as was_firing from updated join rule using (id)
    where (rule.fired_at is null) <> (updated.fired_at is null) order by id`.execute(tx);
  return rows.map((row) => ({ rule: toAlertRule(row), isFiring: !row.was_firing }));
}
