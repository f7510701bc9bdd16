import { sql } from "kysely";
import type { Kysely } from "kysely";

/** A collection's image by its contract's own metadata (EIP-7572), fetched in the background; null due: never again. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table nft_contract add column image_url text,
      add column image_due_at timestamptz default now(),
      add column image_attempts integer not null default 0`.execute(db);
  await sql`
    create index nft_contract_image_due on nft_contract (chain, image_due_at) where image_due_at is not null`.execute(
    db,
  );
}
