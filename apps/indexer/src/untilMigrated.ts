import { setTimeout as sleep } from "node:timers/promises";
import { assertMigrated, SchemaError } from "@portico/store";
import type { Store } from "@portico/store";

const POLL_MS = 1_000;

/** Waits until another process has migrated the database: with PORTICO_MIGRATE=off. @throws when the signal aborts. */
export async function untilMigrated(
  db: Store,
  log: { warn(fields: object, message: string): void },
  signal: AbortSignal,
): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const missing = await assertMigrated(db).catch((error: unknown) => error);
    if (missing === undefined) return;
    if (!(missing instanceof SchemaError)) throw missing;
    if (isFirst) log.warn({ reason: missing.message }, "waiting until the database is migrated");
    await sleep(POLL_MS, undefined, { signal });
  }
}
