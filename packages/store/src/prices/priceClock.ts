import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { Store } from "../database/database.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import type { PriceClockTable } from "./priceSchema.ts";

/** Times for which a chain's price points are written. Unix seconds. */
export interface PriceClock {
  /** Points are written at all multiples of MARK_SECONDS up to this one, as far as indexed. */
  timeAt: number;
  /** Points before the indexed range are backfilled to here; null: none yet. */
  firstTimeAt: number | null;
  /** Target of the backfill; null: none. */
  goalTimeAt: number | null;
}

/** Undefined before a chain's first point. By primary key. */
export async function findPriceClock(db: Store, chain: string): Promise<PriceClock | undefined> {
  const { rows } = await sql<Selectable<PriceClockTable>>`
    select * from price_clock where chain = ${chain}`.execute(db);
  const [row] = rows;
  return (
    row && {
      timeAt: toSeconds(row.time_at),
      firstTimeAt: toSeconds(row.first_time_at),
      goalTimeAt: toSeconds(row.goal_time_at),
    }
  );
}

/**
 * Sets the given fields and leaves the rest: the forward writer and the backfill don't overwrite each other. Call it in
 * the transaction that writes the points. By primary key.
 * @throws Error if a chain's first write has no `timeAt`.
 */
export async function writePriceClock(db: Store, chain: string, clock: Partial<PriceClock>): Promise<void> {
  const { timeAt, firstTimeAt, goalTimeAt } = clock;
  const given = {
    ...(timeAt !== undefined && { time_at: timeAt }),
    ...(firstTimeAt !== undefined && { first_time_at: firstTimeAt }),
    ...(goalTimeAt !== undefined && { goal_time_at: goalTimeAt }),
  };
  if (Object.keys(given).length === 0) return;
  if (timeAt === undefined) {
    const { numUpdatedRows } = await db
      .updateTable("price_clock")
      .set(given)
      .where("chain", "=", chain)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Error(`The price clock of '${chain}' was never set`);
    return;
  }
  await db
    .insertInto("price_clock")
    .values({ chain, first_time_at: null, goal_time_at: null, ...given, time_at: timeAt })
    .onConflict((oc) => oc.column("chain").doUpdateSet(given))
    .execute();
}
