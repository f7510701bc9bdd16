import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import { withClient } from "./database.ts";
import type { Store } from "./database.ts";
import { toCopy } from "./rowWriter.ts";

/** Rows of a table, ready to be sent. */
export interface EncodedRows {
  table: string;
  /** In the order that the rows were written in. */
  columns: readonly string[];
  count: number;
  chunks: readonly Uint8Array<ArrayBuffer>[];
}

/**
 * Adds rows to their table by binary COPY.
 * @throws DatabaseError 23505 when a row is there already: COPY knows no "on conflict".
 */
export async function copyRows(db: Store, { table, columns, count, chunks }: EncodedRows): Promise<void> {
  if (count === 0) return;
  await withClient(db, async (client) => {
    const copy = client.query(copyFrom(`copy ${table} (${columns.join(", ")}) from stdin (format binary)`));
    await pipeline(Readable.from(toCopy(chunks)), copy);
  });
}
