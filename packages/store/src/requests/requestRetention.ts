import { sql } from "kysely";
import type { Store } from "../database/database.ts";

/** Days for which samples, counts of five minutes, and counts of hours are stored. */
export const REQUEST_DAYS = { samples: 7, spans: 2, hours: 32 } as const;

/** Errors of an account that are stored, the newest; and as many successes. */
export const SAMPLES_PER_ACCOUNT = 2000;

/** Deletes what is older than REQUEST_DAYS. Several processes may do it. By the indexes by age. */
export async function deleteOldRequests(db: Store): Promise<void> {
  const { samples, spans, hours } = REQUEST_DAYS;
  await sql`
    with samples as (
      delete from request_sample where requested_at < now() - ${samples} * interval '1 day'
    ), spans as (
      delete from request_span where started_at < now() - ${spans} * interval '1 day'
    )
    delete from request_hour where started_at < now() - ${hours} * interval '1 day'`.execute(db);
}

/** Deletes the oldest samples of accounts that have more than SAMPLES_PER_ACCOUNT. By request_sample_by_account. */
export async function deleteExcessRequests(db: Store, accountIds: readonly string[]): Promise<void> {
  await sql`
    with bound as (
      select account_id, is_error, (
        select requested_at from request_sample sample
        where sample.account_id = of.account_id and sample.is_error = kind.is_error
        order by requested_at desc offset ${SAMPLES_PER_ACCOUNT}::integer limit 1
      ) as last from unnest(${accountIds}::text[]) as of (account_id), (values (true), (false)) as kind (is_error)
    )
    delete from request_sample sample using bound
    where sample.account_id = bound.account_id and sample.is_error = bound.is_error and requested_at <= last`.execute(
    db,
  );
}
