import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Store } from "../database/database.ts";
import { isDistributed } from "./isDistributed.ts";
import type { DistributedTable } from "./tablePlacements.ts";

/**
 * SQL: a table within a `from`, for a statement that joins several owners' rows in a way that a distributed database can't:
 * there these rows are fetched first (`offset 0`), and joined on the coordinator. On one server it is the table itself.
 * @param condition - Of all rows that the statement can need.
 */
export async function selectOwnerRows(
  db: Store,
  table: DistributedTable,
  columns: readonly string[],
  condition: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  if (!(await isDistributed(db))) return sql.table(table);
  return sql`(
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)} where ${condition} offset 0
  )`;
}
