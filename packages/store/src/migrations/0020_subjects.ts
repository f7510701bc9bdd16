import { sql } from "kysely";
import type { Kysely } from "kysely";

/** What belongs to an account that signs in: its 20 bytes of address, or 28, of which the last 8 are the chain of its contract. */
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
 * An account by contract is one of its chain. Until now it was its address alone, and nothing says of a row whether a key or a
 * contract proved it, nor on which chain. So every row stays with the key of its address: of a contract's address nobody has
 * that key, and what was its own opens to nobody until an operator moves it (`pnpm portico accounts move`). What somebody may
 * have opened in the name of such an address ends: browser sessions, sign-ins under way, codes and tokens. Grants and
 * consents stay, because only who signs with the key of the address comes by them again.
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
