import { sql } from "kysely";
import { toBytea } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import { ACCESS_KEY_CHANNEL } from "../notifications/channels.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { setDeployment } from "./deployment.ts";
import { INDEX_TABLES } from "./indexTables.ts";

/** Numbers of disabled objects. */
export type DisabledDevnet = { keys: number; accounts: number; operators: number; clients: number };

/** Applications created by `pnpm start`, without an account. */
const START_APPS = ["Portico demo", "Portico dashboard", "Portico explorer"];

/** Of a key's account; a contract account has its chain after the address. */
const ADDRESS_BYTES = 20;

/**
 * Makes a devnet's database usable for public chains, in one transaction: disables every key without a limit,
 * everything owned by accounts of `wallets` and of contracts (which a devnet's chain verified), the clients of a start,
 * and all operators; ends all dashboard sessions, the sign-ins of both, and pending ones; deletes both kinds' profiles, memberships and invitations, indexed data, and subscriptions to its events; revokes
 * validations of sites, which on a devnet may use http. Other accounts, their units, keys and applications remain.
 * @param wallets - Lower-case addresses with publicly known private keys.
 */
export function disableDevnet(db: Store, wallets: Iterable<Address>): Promise<DisabledDevnet> {
  const addresses = [...wallets];
  const isTheirs = (column: string) =>
    sql`(${sql.ref(column)} = any(${addresses.map(toBytea)}::bytea[]) or octet_length(${sql.ref(column)}) > ${ADDRESS_BYTES})`;
  /** Of an account that was handed over, all owners are members. */
  const owned = sql`(
    select id from account where ${isTheirs("owner")} or (owner is null and (
      select bool_and(${isTheirs("member")}) from account_member where account_id = account.id and role = 'owner'
    )))`;
  const count = async (tx: Store, statement: ReturnType<typeof sql>): Promise<number> =>
    (await statement.execute(tx)).rows.length;
  return inTransaction(db, async (tx) => {
    const keys = await count(
      tx,
      sql`with revoked as (
          update access_key set revoked_at = now()
          where revoked_at is null and (is_unlimited or account_id in ${owned}) returning id
        ) select pg_notify(${ACCESS_KEY_CHANNEL}, id) from revoked`,
    );
    const operators = await count(tx, sql`update account set is_operator = false where is_operator returning id`);
    const accounts = await count(
      tx,
      sql`with disabled as (update account set is_disabled = true where id in ${owned} and not is_disabled returning id)
        select pg_notify(${ACCESS_KEY_CHANNEL}, id) from disabled`,
    );
    const clients = await count(
      tx,
      sql`update oauth_client set is_disabled = true from oauth_app
        where oauth_app.id = app_id and not oauth_client.is_disabled
          and (account_id in ${owned} or (account_id is null and oauth_app.name = any(${START_APPS}::text[])))
        returning oauth_client.id`,
    );
    await sql`delete from dashboard_session`.execute(tx);
    await sql`delete from oauth_artifact
      where lower(account) = any(${addresses}::text[]) or account like 'eip155:%' or model = 'Interaction'`.execute(tx);
    await sql`delete from consent where ${isTheirs("account")}`.execute(tx);
    await sql`delete from profile where ${isTheirs("address")}`.execute(tx);
    await sql`delete from follow where ${isTheirs("follower")}`.execute(tx);
    await sql`update oauth_app set is_validated = false where is_validated and account_id is not null`.execute(tx);
    await sql`truncate subscription, subscription_lane, dead_letter, owner_event, event_stream, event_cursor`.execute(
      tx,
    );
    await sql`delete from alert_rule where account_id in ${owned}`.execute(tx);
    await sql`delete from account_member where ${isTheirs("member")}`.execute(tx);
    await sql`
      delete from account_invitation where account_id in ${owned} or ${isTheirs("invited_by")}
        or ${isTheirs("invitee")}`.execute(tx);
    await sql`truncate ${sql.join(INDEX_TABLES.map((table) => sql.table(table)))}`.execute(tx);
    await setDeployment(tx, { network: "public", genesisHashes: [] });
    return { keys, accounts, operators, clients };
  });
}
