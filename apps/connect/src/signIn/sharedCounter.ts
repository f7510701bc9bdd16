import { LOGIN_LIMIT_TABLE, type Store } from "@portico/store";
import { CompiledQuery } from "kysely";
import { RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import type { LimitName, Rule } from "./limitRules.ts";

/** Counts in the database, with all other processes; by itself without the database. */
export function createSharedCounter(db: Store, name: LimitName, { points, seconds }: Rule): RateLimiterPostgres {
  const query = async ({ text, values }: { text: string; values: readonly unknown[] }) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]));
    return { rows, rowCount: rows.length };
  };
  return new RateLimiterPostgres({
    storeClient: { query },
    storeType: "pool",
    tableName: LOGIN_LIMIT_TABLE,
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
    inMemoryBlockOnConsumed: points,
    insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
  });
}
