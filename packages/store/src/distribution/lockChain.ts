import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Store } from "../database/database.ts";
import { isDistributed } from "./isDistributed.ts";

/**
 * SQL: the end of a select of a chain's row that locks it until the transaction ends. On a distributed database the row is
 * on every node: there the chain is locked on the coordinator instead, whose limits of waiting apply, and nothing is added.
 */
export async function lockChain(tx: Store, chain: string, mode: "share" | "update"): Promise<RawBuilder<unknown>> {
  if (!(await isDistributed(tx))) return mode === "share" ? sql`for share` : sql`for update`;
  const lock = mode === "share" ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  await sql`select ${lock}(hashtextextended(${`portico chain ${chain}`}, 0))`.execute(tx);
  return sql``;
}
