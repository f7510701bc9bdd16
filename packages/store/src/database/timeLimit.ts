import type { Writable } from "node:stream";
import type { PoolClient } from "pg";
import { isDistributedClient } from "../distribution/isDistributed.ts";
import { END_WHEN_STILL, withClient } from "./database.ts";
import type { Store } from "./database.ts";

/** Named statements are planned once per connection, for any values. Citus plans for the values: they name the shard. */
const PLAN_ONCE = "set local plan_cache_mode = force_generic_plan";

/**
 * Reads in one read-only transaction with a limit for each statement. The server enforces it, so its work stops too.
 * @param db - Not a transaction.
 * @param work - Sends its statements at once. Their plans must fit any values: PostgreSQL doesn't see them when it plans.
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
    const setUp = `begin read only; ${END_WHEN_STILL}; ${planning} ${limit}`;
    const [, read] = await sendTogether(client, () => {
      const begun = client.query(setUp);
      const result = (async () => work(client))(); // throws nothing: all are sent
      const ended = client.query("rollback").catch(() => undefined); // a lost connection is rolled back by the server
      return [begun, result, ended] as const;
    });
    return read;
  });
}

/** Of pg's client. */
interface Pipelining {
  pipeline: boolean;
  readonly connection: { readonly stream: Writable };
}

/** Sends queries as one, without waiting for results in between: a round trip costs as much as a small read. */
async function sendTogether<Sent extends readonly Promise<unknown>[]>(client: PoolClient, send: () => Sent) {
  // pg looks at the mode when a query is sent or done: none is open before, nor afterwards
  const switched = client as unknown as Pipelining;
  switched.pipeline = true;
  switched.connection.stream.cork();
  const sent = send();
  switched.connection.stream.uncork();
  try {
    return await Promise.all(sent);
  } finally {
    await Promise.allSettled(sent);
    switched.pipeline = false;
  }
}
