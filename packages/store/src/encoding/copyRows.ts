import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import { withClient } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { giveBackChunks } from "./rowChunks.ts";
import { toCopy } from "./rowWriter.ts";

/** Rows of a table, ready to be sent. */
export interface EncodedRows {
  table: string;
  /** In the order that the rows were written in. */
  columns: readonly string[];
  count: number;
  /** Taken out when they are sent. */
  chunks: Uint8Array<ArrayBuffer>[];
}

/**
 * Adds rows to their table by binary COPY. They can be sent once: their chunks are used again for others.
 * @throws DatabaseError 23505 when a row is there already: COPY knows no "on conflict".
 */
export async function copyRows(db: Store, { table, columns, count, chunks }: EncodedRows): Promise<void> {
  if (count === 0) return;
  if (chunks.length === 0) throw new TypeError(`These rows of ${table} have been sent`);
  const sent = chunks.splice(0);
  await withClient(db, async (client) => {
    const copy = client.query(copyFrom(`copy ${table} (${columns.join(", ")}) from stdin (format binary)`));
    await pipeline(Readable.from(toCopy(sent)), copy);
  });
  giveBackChunks(sent);
}
