import { sql } from "kysely";
import type { Store } from "../database/database.ts";

/** Attempt counters shared by all processes of the sign-in service: written by rate-limiter-flexible. */
export const LOGIN_LIMIT_TABLE = "login_limit";

/** Deletes counters that expired an hour ago: a margin for differing clocks of processes. By login_limit_expiry. */
export async function deleteEndedLimits(db: Store): Promise<void> {
  await sql`delete from login_limit where expire < (extract(epoch from now()) - 3600) * 1000`.execute(db);
}
