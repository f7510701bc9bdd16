import { sql } from "kysely";
import type { Selectable } from "kysely";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { subjectToBytea } from "../accounts/subject.ts";
import type { Subject } from "../accounts/subject.ts";
import type { ConsentTable, OauthAppTable } from "./connectSchema.ts";

/** What a person allowed a client, and how long they have done so. */
export type Consent = { clientId: string; grantId: string; scopes: string[]; grantedAt: Date; updatedAt: Date };

/** A consent, and who got it. */
export type Connection = Consent & {
  name: string;
  siteUrl: string;
  logoUrl: string | null;
  isValidated: boolean;
};

type ConsentKey = { account: Subject; clientId: string };

/**
 * Notes what was allowed; scopes that were allowed for the same grant before stay. All that a client holds of an account hangs
 * on the one consent that can be taken back, and on its one grant: while another one lives, this one ends instead.
 * @returns whether it was noted: else the other grant is the one to be widened.
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
      const isTaken = await findConsent(tx, { account, clientId }); // by who held the row that is locked here until now
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

/** Whose grant is still alive. */
const isAlive = sql<boolean>`exists (
  select from oauth_artifact where model = 'Grant' and id_hash = sha256(convert_to(consent.grant_id, 'UTF8'))
    and expires_at > now())`;

/** What an account allows a client now, by the primary key. */
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

/** All that an account allows now, newest first, by the primary key. */
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
 * Takes a consent back: the grant, its codes and all tokens end with it, in one statement.
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
