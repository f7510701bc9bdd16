import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { UnitPriceTable } from "../accounts/accountSchema.ts";
import { UNIT_PRICE_CHANNEL } from "../notifications/channels.ts";
import type { Store } from "../database/database.ts";

/** A price that overrides the contract's. */
export type UnitPrice = {
  operation: string;
  /** An integer from 1. */
  units: number;
  updatedAt: Date;
  updatedBy: string;
};

export async function listUnitPrices(db: Store): Promise<UnitPrice[]> {
  const { rows } = await sql<Selectable<UnitPriceTable>>`select * from unit_price order by operation`.execute(db);
  return rows.map((row) => ({
    operation: row.operation,
    units: row.units,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  }));
}

/**
 * Sets an operation's price and notifies the channel.
 * @throws RangeError if units are not an integer from 1.
 */
export async function setUnitPrice(db: Store, price: Omit<UnitPrice, "updatedAt">): Promise<void> {
  const { operation, units, updatedBy } = price;
  if (!Number.isInteger(units) || units < 1 || units > MAX_UNITS)
    throw new RangeError(`units must be a whole number from 1 to ${MAX_UNITS}`);
  await sql`
    with changed as (
      insert into unit_price (operation, units, updated_by) values (${operation}, ${units}, ${updatedBy})
      on conflict (operation) do update
      set units = excluded.units, updated_by = excluded.updated_by, updated_at = now()
      returning operation
    )
    select pg_notify(${UNIT_PRICE_CHANNEL}, operation) from changed`.execute(db);
}

/**
 * Reverts to the contract's price, and notifies the channel.
 * @returns whether there was another.
 */
export async function removeUnitPrice(db: Store, operation: string): Promise<boolean> {
  const { rows } = await sql`
    with removed as (delete from unit_price where operation = ${operation} returning operation)
    select pg_notify(${UNIT_PRICE_CHANNEL}, operation) from removed`.execute(db);
  return rows.length > 0;
}

/** A larger price must be a mistake. */
export const MAX_UNITS = 1_000_000;
