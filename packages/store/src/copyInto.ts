import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import { withClient } from "./database.ts";
import type { Store } from "./database.ts";
import { toCopy } from "./rowWriter.ts";

/**
 * Adds rows to a table by binary COPY.
 * @param columns - In the order that the rows were written in.
 * @throws DatabaseError 23505 when a row is there already: COPY knows no "on conflict".
 */
export async function copyInto(
  db: Store,
  table: string,
  columns: readonly string[],
  rows: Iterable<Buffer>,
): Promise<void> {
  await withClient(db, async (client) => {
    const copy = client.query(copyFrom(`copy ${table} (${columns.join(", ")}) from stdin (format binary)`));
    await pipeline(Readable.from(toCopy(rows)), copy);
  });
}
