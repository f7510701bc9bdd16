import { sql } from "kysely";
import type { Kysely } from "kysely";

/** The contract whose code an account runs by EIP-7702, as read with whether it has code of its own. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table account_code add column delegate bytea check (octet_length(delegate) = 20)`.execute(db);
}
