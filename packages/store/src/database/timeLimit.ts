import type { PoolClient } from "pg";
import { END_WHEN_STILL, withClient } from "./database.ts";
import type { Store } from "./database.ts";

/**
 * Reads in one read-only transaction with a limit for each statement. The server enforces it, so its work stops too.
 * @param db - Not a transaction.
 * @throws DatabaseError 57014 (query_canceled).
 */
export function withTimeLimit<T>(
  db: Store,
  milliseconds: number,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return withClient(db, async (client) => {
    const limit = `set local statement_timeout = ${Math.ceil(milliseconds)}`;
    await client.query(`begin read only; ${END_WHEN_STILL}; ${limit}`);
    try {
      return await work(client);
    } finally {
      await client.query("rollback").catch(() => undefined); // a lost connection is rolled back by the server
    }
  });
}
