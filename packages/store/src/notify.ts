import { sql } from "kysely";
import type { Store } from "./database.ts";

/** Tells a channel, when the transaction commits. Equal words of one transaction are heard once. */
export async function notify(db: Store, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}
