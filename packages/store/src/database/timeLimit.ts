import type { PoolClient } from "pg";
import { isDistributedClient } from "../distribution/isDistributed.ts";
import { END_WHEN_STILL, withClient } from "./database.ts";
import type { Store } from "./database.ts";

/** Named statements are planned once per connection, for any values. Citus plans for the values: they name the shard. */
const PLAN_ONCE = "set local plan_cache_mode = force_generic_plan";

/**
 * Reads in one read-only transaction with a limit for each statement. The server enforces it, so its work stops too.
 * @param db - Not a transaction.
 * @param work - Its statements' plans must fit any values: PostgreSQL doesn't see them when it plans.
 * @throws DatabaseError 57014 (query_canceled).
 */
export function withTimeLimit<T>(
  db: Store,
  milliseconds: number,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return withClient(db, async (client) => {
    const limit = `set local statement_timeout = ${Math.ceil(milliseconds)}`;
    const planning = isDistributedClient(client) ? "" : `${PLAN_ONCE};`;
    await client.query(`begin read only; ${END_WHEN_STILL}; ${planning} ${limit}`);
    try {
      return await work(client);
    } finally {
      await client.query("rollback").catch(() => undefined); // a lost connection is rolled back by the server
    }
  });
}
