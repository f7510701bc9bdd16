import { sql } from "kysely";
import type { Selectable } from "kysely";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { subjectToBytea } from "../accounts/subject.ts";
import type { Subject } from "../accounts/subject.ts";
import type { ConsentTable, OauthAppTable } from "./connectSchema.ts";

/** A user's consent for a client, with its times. */
export type Consent = { clientId: string; grantId: string; scopes: string[]; grantedAt: Date; updatedAt: Date };

/** A consent, and its application. */
export type Connection = Consent & {
  name: string;
  siteUrl: string;
  logoUrl: string | null;
  isValidated: boolean;
};

type ConsentKey = { account: Subject; clientId: string };

/**
 * Stores a consent; earlier scopes of the same grant remain. All of a client's access to an account depends
 * on one revocable consent and its one grant: while another grant is alive, this one ends instead.
 * @returns whether it was stored: otherwise the other grant is the one to be extended.
 */
export async function upsertConsent(
  db: Store,
  { account, clientId, grantId, scopes }: ConsentKey & { grantId: string; scopes: readonly string[] },
): Promise<boolean> {
  const isKey = sql`account = ${subjectToBytea(account)} and client_id = ${clientId}`;
  return await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ grant_id: string }>`
      insert into consent (account, client_id, grant_id, scopes)
      values (${subjectToBytea(account)}, ${clientId}, ${grantId}, ${[...scopes]})
      on conflict (account, client_id) do update set updated_at = now() returning grant_id`.execute(tx);
    if (rows[0]?.grant_id === grantId) {
      await sql`
        update consent set scopes = array(select distinct unnest(scopes || ${[...scopes]}::text[]) order by 1)
        where ${isKey}`.execute(tx);
    } else {
      const isTaken = await findConsent(tx, { account, clientId }); // by the transaction that held the row lock until now
      const ended = isTaken === undefined ? rows[0]?.grant_id : grantId;
      await sql`delete from oauth_artifact where grant_id = ${ended}`.execute(tx);
      if (isTaken !== undefined) return false;
      await sql`
        update consent set grant_id = ${grantId}, scopes = ${[...scopes]}, granted_at = now() where ${isKey}`.execute(
        tx,
      );
    }
    return true;
  });
}

/** Whether the grant is alive. */
const isAlive = sql<boolean>`exists (
  select from oauth_artifact where model = 'Grant' and id_hash = sha256(convert_to(consent.grant_id, 'UTF8'))
    and expires_at > now())`;

/** An account's current consent for a client, by the primary key. */
export async function findConsent(db: Store, { account, clientId }: ConsentKey): Promise<Consent | undefined> {
  const { rows } = await sql<Selectable<ConsentTable>>`
    select * from consent
    where account = ${subjectToBytea(account)} and client_id = ${clientId} and ${isAlive}`.execute(db);
  const [row] = rows;
  return (
    row && {
      clientId: row.client_id,
      grantId: row.grant_id,
      scopes: row.scopes,
      grantedAt: row.granted_at,
      updatedAt: row.updated_at,
    }
  );
}

type ConnectionRow = Omit<Selectable<ConsentTable>, "account"> &
  Pick<Selectable<OauthAppTable>, "is_validated" | "logo_url" | "name" | "site_url">;

/** All current consents of an account, newest first, by the primary key. */
export async function listConnections(db: Store, account: Subject): Promise<Connection[]> {
  const { rows } = await sql<ConnectionRow>`
    select client_id, grant_id, scopes, granted_at, updated_at, name, site_url, logo_url, is_validated
    from consent
    join oauth_client on oauth_client.id = consent.client_id
    join oauth_app on oauth_app.id = oauth_client.app_id
    where account = ${subjectToBytea(account)} and ${isAlive}
    order by updated_at desc, client_id`.execute(db);
  return rows.map((row) => ({
    clientId: row.client_id,
    grantId: row.grant_id,
    scopes: row.scopes,
    grantedAt: row.granted_at,
    updatedAt: row.updated_at,
    name: row.name,
    siteUrl: row.site_url,
    logoUrl: row.logo_url,
    isValidated: row.is_validated,
  }));
}

/**
 * Revokes a consent: the grant, its codes and all tokens end with it, in one statement.
 * @returns whether there was one.
 */
export async function removeConsent(db: Store, { account, clientId }: ConsentKey): Promise<boolean> {
  const { rows } = await sql`
    with removed as (
      delete from consent where account = ${subjectToBytea(account)} and client_id = ${clientId} returning grant_id
    ), ended as (
      delete from oauth_artifact using removed where oauth_artifact.grant_id = removed.grant_id
    )
    select 1 from removed`.execute(db);
  return rows.length > 0;
}
