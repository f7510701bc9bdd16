import { sql } from "kysely";
import type { Kysely } from "kysely";

/** When fetched metadata is due to be fetched again, because its contract reported a change (ERC-4906, ERC-1155). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table nft add column refresh_at timestamptz`.execute(db);
  await sql`create index nft_to_refresh on nft (chain, refresh_at) where refresh_at is not null`.execute(db);
}
