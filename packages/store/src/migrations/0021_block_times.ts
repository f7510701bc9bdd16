import { sql } from "kysely";
import type { Kysely } from "kysely";

/** Columns with epoch seconds of a chain's clock, by table. */
const COLUMNS: Record<string, readonly string[]> = {
  chain_state: ["logs_time", "balances_time"],
  chain_status: ["head_time"],
  block: ["time_at"],
  transaction: ["time_at"],
  contract: ["time_at"],
  leg: ["time_at"],
  token: ["time_at"],
  nft_contract: ["time_at"],
  nft_sale: ["time_at"],
  approval: ["changed_at"],
  nft_approval: ["changed_at"],
  operator_approval: ["changed_at"],
  price: ["time_at"],
  price_observation: ["time_at"],
  price_point: ["time_at"],
  price_clock: ["time_at", "first_time_at", "goal_time_at"],
  protocol: ["time_at"],
  pool: ["time_at"],
  position_read: ["time_at"],
  position_point: ["time_at"],
};

/**
 * Block times beyond 2038-01-19, the end of integer. PostgreSQL rewrites each table and its indexes under an exclusive
 * lock: that is required for any other fixed-length type, and a column beside the old one would remain in every query.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`set local maintenance_work_mem = '256MB'`.execute(db); // the indexes are rebuilt
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const changes = columns.map((column) => sql`alter column ${sql.ref(column)} type bigint`);
    await sql`alter table ${sql.table(table)} ${sql.join(changes)}`.execute(db);
  }
}
