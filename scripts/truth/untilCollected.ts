import type { Store } from "@portico/store";
import { sql } from "kysely";
import { vi } from "vitest";

/** Resolves when so many histories were collected, and none is open. @returns the number of complete ones. */
export const untilCollected = (db: Store, count: number): Promise<number> =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ open: bigint; all: bigint; complete: bigint }>`
        select count(*) filter (where state = 'collecting') as open, count(*) as all,
          count(*) filter (where state = 'complete') as complete
        from owner_history`.execute(db);
      const [{ open, all, complete } = { open: 0n, all: 0n, complete: 0n }] = rows;
      if (open > 0n || all < BigInt(count)) throw new Error(`${open} of ${all} histories are open`);
      return Number(complete);
    },
    { timeout: 240_000, interval: 100 },
  );
