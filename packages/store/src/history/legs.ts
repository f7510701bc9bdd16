import { sql } from "kysely";
import { copyMissingRows, copyRows } from "../encoding/copyRows.ts";
import type { EncodedRows } from "../encoding/copyRows.ts";
import type { Store } from "../database/database.ts";
import { createLegRows } from "./legRows.ts";
import type { Leg } from "./leg.ts";
import { LegKind } from "./position.ts";

/**
 * Adds legs of one chain by binary COPY; call it in the transaction that moves the cursor past their blocks.
 * @throws DatabaseError 23505 if a leg exists: a cursor never goes back alone.
 */
export async function copyLegs(db: Store, chain: string, legs: readonly Leg[]): Promise<void> {
  const rows = createLegRows(chain);
  for (const leg of legs) rows.add(leg);
  await copyRows(db, rows.finish());
}

/** Legs of the same owner and transaction, apart from markers and changes without a log. */
const ofSame = (leg: string) => {
  const l = sql.table(leg);
  return sql`${l}.owner = copied.owner and ${l}.chain = copied.chain and ${l}.block_number = copied.block_number
    and ${l}.tx_hash = copied.tx_hash and ${l}.kind not in (${sql.lit(LegKind.moved)}, ${sql.lit(LegKind.unlogged)})`;
};

const IS_MISSING = sql`copied.tx_hash = '' or copied.kind = ${sql.lit(LegKind.moved)}
  or not exists (select 1 from leg l where ${ofSame("l")})`;

/**
 * Adds the legs of those transactions of an owner of which no leg is stored yet. An internal transfer's position depends on
 * whether its whole block was read, so legs of one transaction must not be mixed.
 */
export const copyMissingLegs = (tx: Store, rows: EncodedRows): Promise<void> => copyMissingRows(tx, rows, IS_MISSING);

/** The same, but the legs of transactions that now have more of an owner replace those that are stored. */
export const replaceFewerLegs = (tx: Store, rows: EncodedRows): Promise<void> =>
  copyMissingRows(
    tx,
    rows,
    IS_MISSING,
    sql`
      delete from leg using (
        select owner, chain, block_number, tx_hash, count(*) as count from copied_leg
        where tx_hash <> '' and kind <> ${sql.lit(LegKind.moved)} group by owner, chain, block_number, tx_hash
      ) copied
      where ${ofSame("leg")} and copied.count > (select count(*) from leg l where ${ofSame("l")})`,
  );
