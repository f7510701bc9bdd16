import { sql } from "kysely";
import type { Store } from "../database/database.ts";

/** How often something was tried that every process of the sign-in service counts: written by rate-limiter-flexible. */
export const LOGIN_LIMIT_TABLE = "login_limit";

/** Forgets counts that ended an hour ago, whatever the clocks of the processes that wrote them say; by login_limit_expiry. */
export async function deleteEndedLimits(db: Store): Promise<void> {
  await sql`delete from login_limit where expire < (extract(epoch from now()) - 3600) * 1000`.execute(db);
}
