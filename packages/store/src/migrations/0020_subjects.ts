import { sql } from "kysely";
import type { Kysely } from "kysely";

/** Columns of accounts that sign in: 20 bytes of address, or 28, whose last 8 are the chain of a contract. */
const COLUMNS = [
  ["account", "owner"],
  ["consent", "account"],
  ["profile", "address"],
  ["follow", "follower"],
  ["follow", "followed"],
  ["message", "recipient"],
  ["message_block", "recipient"],
] as const;

/**
 * A contract account belongs to its chain. Until now an account was its address alone, and no row records whether a key
 * or a contract proved it, nor on which chain. So every row stays with the key of its address: there is no key for a
 * contract's address, so its data is inaccessible until an operator moves it (`pnpm portico accounts move`). Sessions
 * that may have been opened for such an address end: browser sessions, pending sign-ins, codes and tokens. Grants and
 * consents remain, because only a signature with the key of the address gives access to them again.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [table, column] of COLUMNS) {
    await sql`
      alter table ${sql.table(table)}
        drop constraint ${sql.id(`${table}_${column}_check`)},
        add constraint ${sql.id(`${table}_${column}_check`)} check (octet_length(${sql.ref(column)}) in (20, 28))`.execute(
      db,
    );
  }
  await sql`delete from dashboard_session`.execute(db);
  await sql`
    delete from oauth_artifact
    where model in ('Session', 'Interaction', 'AuthorizationCode', 'AccessToken', 'RefreshToken')`.execute(db);
}
