import { sql } from "kysely";
import type { Store } from "./database.ts";

/** Tables that a process serving requests writes to, and the privilege needed. */
const WRITES = { access_key: "update", position_read: "insert", sight: "insert" };

/** Whether the database user lacks all write privileges needed for serving requests, as with SELECT only. */
export async function isReadOnly(db: Store): Promise<boolean> {
  const { rows } = await sql<{ isReadOnly: boolean }>`
    select current_setting('default_transaction_read_only') = 'on'
      or not bool_or(coalesce(has_table_privilege(to_regclass(key), value), true)) as "isReadOnly"
    from jsonb_each_text(${JSON.stringify(WRITES)}::jsonb)`.execute(db);
  return rows[0]?.isReadOnly === true;
}
