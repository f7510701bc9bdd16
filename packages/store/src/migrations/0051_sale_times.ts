import { sql } from "kysely";
import type { Kysely } from "kysely";

/** For the lowest sales of a collection in a span of time. Reads all sales once. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create index nft_sale_by_time on nft_sale (chain, contract, time_at) include (pay_token, raw_amount)`.execute(db);
}
