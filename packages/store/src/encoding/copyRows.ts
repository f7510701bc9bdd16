import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { from as copyFrom } from "pg-copy-streams";
import { withClient } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { withOwnerRows } from "../distribution/ownerRows.ts";
import type { OwnerRows } from "../distribution/ownerRows.ts";
import { giveBackChunks } from "./rowChunks.ts";
import { toCopy } from "./rowWriter.ts";

/** Rows of a table, encoded for COPY. */
export interface EncodedRows {
  table: string;
  /** In the order of encoding. */
  columns: readonly string[];
  count: number;
  /** Removed when sent. */
  chunks: Uint8Array<ArrayBuffer>[];
}

/**
 * Adds rows to their table by binary COPY. They can be sent once: their chunks are reused.
 * @throws DatabaseError 23505 if a row exists already: COPY has no "on conflict".
 */
export async function copyRows(db: Store, { table, columns, count, chunks }: EncodedRows): Promise<void> {
  if (count === 0) return;
  if (chunks.length === 0) throw new TypeError(`These rows of ${table} were already sent`);
  const sent = chunks.splice(0);
  await withClient(db, async (client) => {
    const copy = client.query(copyFrom(`copy ${table} (${columns.join(", ")}) from stdin (format binary)`));
    await pipeline(Readable.from(toCopy(sent)), copy);
  });
  giveBackChunks(sent);
}

/** The stored rows of the same owners and blocks, if the table is distributed by owner. */
function listSameRows(table: string, copied: string): OwnerRows[] {
  if (table !== "leg") return [];
  const isCopied = (column: string) =>
    sql`${sql.ref(column)} in (select ${sql.ref(column)} from ${sql.table(`pg_temp.${copied}`)})`;
  return [
    {
      table,
      where: [sql`${isCopied("owner")} and ${isCopied("chain")} and ${isCopied("block_number")}`],
      isWritten: true,
    },
  ];
}

/**
 * Adds those of the rows that their table doesn't have yet, by binary COPY into a temporary table. Like copyRows they can
 * be sent once.
 * @param tx - A transaction.
 * @param condition - Of the rows to add, as `copied`; SQL.
 * @param before - A statement that is executed first, when the rows are in the table `copied_`, followed by their table.
 */
export async function copyMissingRows(
  tx: Store,
  rows: EncodedRows,
  condition: RawBuilder<unknown> = sql`true`,
  before?: RawBuilder<unknown>,
): Promise<void> {
  if (rows.count === 0) return;
  const columns = sql.join(rows.columns.map((column) => sql.ref(column)));
  const copied = `copied_${rows.table}`;
  await sql`
    create temp table ${sql.table(copied)} on commit drop as
    select ${columns} from ${sql.table(rows.table)} with no data`.execute(tx);
  await copyRows(tx, { ...rows, table: copied });
  const add = sql`
    insert into ${sql.table(rows.table)} (${columns}) select ${columns} from ${sql.table(copied)} copied
    where ${condition} on conflict do nothing`;
  await withOwnerRows(
    tx,
    () => listSameRows(rows.table, copied),
    async (db) => {
      await before?.execute(db);
      await add.execute(db);
    },
  );
  await sql`drop table ${sql.table(copied)}`.execute(tx);
}
