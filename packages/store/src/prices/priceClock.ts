import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { Store } from "../database/database.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import type { PriceClockTable } from "./priceSchema.ts";

/** For which times a chain's price points are written. Unix seconds. */
export interface PriceClock {
  /** Every mark up to this one is written, of what the index holds. */
  timeAt: number;
  /** Days before the index are written back to here; null: none yet. */
  firstTimeAt: number | null;
  /** How far back they are to be written; null when nothing is to be. */
  goalTimeAt: number | null;
}

/** Undefined before the first mark of a chain. By primary key. */
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
 * Sets what is given, and leaves the rest: who goes forward and who goes back don't undo each other's work. Call it in the
 * transaction that writes the points. By primary key.
 * @throws Error when a chain's first write has no `timeAt`.
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
