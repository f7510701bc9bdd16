import { sql } from "kysely";
import type { Store } from "./database.ts";

/** Whether a table of this name exists, also in a database that was never migrated. */
export async function hasTable(db: Store, name: string): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`select to_regclass(${name}) is not null as "isThere"`.execute(db);
  return rows[0]?.isThere === true;
}
