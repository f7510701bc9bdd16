import { sql } from "kysely";
import type { Store } from "../database/database.ts";

/**
 * Whether owners of a chain have streams, and up to which block their events are written. An index that is made beside
 * the one that answers has none: its tables are in another schema.
 * @returns undefined without streams.
 */
export async function findOpenStreams(tx: Store, chain: string): Promise<{ cursor: bigint | undefined } | undefined> {
  const { rows } = await sql<{ cursor: bigint | null }>`
    select (select block_number from event_cursor where chain = ${chain}) as cursor
    where exists (select 1 from event_stream where chain = ${chain} and is_open) and (
      select count(distinct relnamespace) from pg_class where oid in ('event_stream'::regclass, 'chain_state'::regclass)
    ) = 1`.execute(tx);
  return rows[0] && { cursor: rows[0].cursor ?? undefined };
}
