import { copyRows } from "../encoding/copyRows.ts";
import type { Store } from "../database/database.ts";
import { createLegRows } from "./legRows.ts";
import type { Leg } from "./leg.ts";

/**
 * Adds legs of one chain by binary COPY; call it in the transaction that moves the cursor past their blocks.
 * @throws DatabaseError 23505 if a leg exists: a cursor never goes back alone.
 */
export async function copyLegs(db: Store, chain: string, legs: readonly Leg[]): Promise<void> {
  const rows = createLegRows(chain);
  for (const leg of legs) rows.add(leg);
  await copyRows(db, rows.finish());
}
