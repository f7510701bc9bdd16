import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { fromBytea } from "../encoding/bytea.ts";
import type { Bytea } from "../encoding/bytea.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import type { OauthApp } from "./oauthClients.ts";

export type ValidationMethod = "dns" | "file";

/** An application as its owner sees it. */
export type OwnedApp = Omit<OauthApp, "logoUrl"> & {
  accountId: string;
  /** When its logo was set; null without one. */
  logoAt: Date | null;
  /** The proof of the site's ownership; null if it was not begun. */
  validation: { method: ValidationMethod; token: string } | null;
  clientCount: number;
};

/** An account's applications, oldest first. By oauth_app_by_account. */
export const listOwnedApps = (db: Store, accountId: string): Promise<OwnedApp[]> =>
  selectApps(db, sql`account_id = ${accountId}`);

/** By the primary key; undefined also if it belongs to another account. */
export async function findOwnedApp(
  db: Store,
  { accountId, id }: { accountId: string; id: string },
): Promise<OwnedApp | undefined> {
  const [app] = await selectApps(db, sql`oauth_app.id = ${id} and account_id = ${accountId}`);
  return app;
}

/** @param siteUrl - Absolute, with a path: `https://app.example/`. */
export type AppChange = { name?: string; siteUrl?: string };

/**
 * Changes the given fields. A new name, or a new origin of the site, ends the validation, because users were shown both
 * as validated; a new origin also ends its proof. Based on the row's present values, regardless of what the caller read
 * before. By the primary key.
 */
export async function updateOwnedApp(db: Store, id: string, { name, siteUrl }: AppChange): Promise<void> {
  const origin = siteUrl === undefined ? "" : `${new URL(siteUrl).origin}/`;
  const isSame = sql<boolean>`starts_with(site_url, ${origin})`;
  const isSameName = sql<boolean>`name = ${name ?? sql.ref("name")}`;
  await db
    .updateTable("oauth_app")
    .set({
      id,
      is_validated: sql<boolean>`is_validated and ${isSame} and ${isSameName}`,
      ...(name !== undefined && { name }),
      ...(siteUrl !== undefined && {
        site_url: siteUrl,
        validation_token: sql<string | null>`case when ${isSame} then validation_token end`,
        validation_method: sql<ValidationMethod | null>`case when ${isSame} then validation_method end`,
      }),
    })
    .where("id", "=", id)
    .execute();
}

/**
 * Marks an application's site as validated, unless name, site or proof changed since.
 * @returns whether it did.
 */
export async function setValidated(
  db: Store,
  { id, name, siteUrl, token }: Pick<OwnedApp, "id" | "name" | "siteUrl"> & { token: string },
): Promise<boolean> {
  const { rows } = await sql`
    update oauth_app set is_validated = true
    where id = ${id} and name = ${name} and site_url = ${siteUrl} and validation_token = ${token}
    returning 1`.execute(db);
  return rows.length > 0;
}

/**
 * Begins the validation of a site, or changes its method.
 * @returns the token to prove it with: an existing one is reused.
 */
export async function beginValidation(
  db: Store,
  { id, method, token }: { id: string; method: ValidationMethod; token: string },
): Promise<string> {
  const { rows } = await sql<{ token: string }>`
    update oauth_app set validation_method = ${method}, validation_token = coalesce(validation_token, ${token})
    where id = ${id} returning validation_token as token`.execute(db);
  return rows[0]?.token ?? token;
}

/** Deletes an application with its clients, their tokens, and users' consents. */
export const deleteOwnedApp = (db: Store, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await deleteClientsWhere(tx, sql`app_id = ${id}`);
    await sql`delete from oauth_app where id = ${id}`.execute(tx);
  });

/** Deletes a client with its tokens and users' consents. */
export const deleteOauthClient = (db: Store, id: string): Promise<void> =>
  inTransaction(db, (tx) => deleteClientsWhere(tx, sql`id = ${id}`));

/** By oauth_artifact_by_client. */
async function deleteClientsWhere(tx: Store, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    delete from oauth_artifact where client_id in (select id from oauth_client where ${which})`.execute(tx);
  await sql`delete from oauth_client where ${which}`.execute(tx);
}

/**
 * Replacing an existing logo ends the validation, because users were shown the old one as validated.
 * @param logo.image - WebP.
 * @param logo.url - Base URL of the logo on the sign-in service; its version is appended.
 */
export async function setAppLogo(
  db: Store,
  { appId, image, url }: { appId: string; image: Buffer; url: string },
): Promise<void> {
  await sql`
    with logo as (
      insert into oauth_app_logo (app_id, image) values (${appId}, ${image})
      on conflict (app_id) do update set image = excluded.image, updated_at = now()
      returning updated_at
    )
    update oauth_app set logo_url = ${`${url}?v=`}::text || (extract(epoch from updated_at) * 1000)::bigint,
      is_validated = is_validated and (logo_url is null
        or exists (select from oauth_app_logo before where before.app_id = ${appId} and before.image = ${image}))
    from logo where id = ${appId}`.execute(db);
}

/** Removing a logo ends the validation too: otherwise it could be replaced in two steps. */
export async function removeAppLogo(db: Store, appId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`delete from oauth_app_logo where app_id = ${appId}`.execute(tx);
    await sql`
      update oauth_app set logo_url = null, is_validated = is_validated and logo_url is null where id = ${appId}`.execute(
      tx,
    );
  });
}

/** WebP, by the primary key. */
export async function findAppLogo(db: Store, appId: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ image: Bytea }>`select image from oauth_app_logo where app_id = ${appId}`.execute(db);
  const [row] = rows;
  return row && Buffer.from(fromBytea(row.image).slice(2), "hex");
}

type AppRow = {
  id: string;
  name: string;
  site_url: string;
  is_validated: boolean;
  created_at: Date;
  account_id: string;
  logo_at: Date | null;
  validation_method: ValidationMethod | null;
  validation_token: string | null;
  client_count: number;
};

async function selectApps(db: Store, which: RawBuilder<unknown>): Promise<OwnedApp[]> {
  const { rows } = await sql<AppRow>`
    select oauth_app.id, name, site_url, is_validated, created_at, account_id, updated_at as logo_at,
      validation_method, validation_token,
      (select count(*)::integer from oauth_client where oauth_client.app_id = oauth_app.id) as client_count
    from oauth_app left join oauth_app_logo on oauth_app_logo.app_id = oauth_app.id
    where ${which} order by created_at, oauth_app.id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    siteUrl: row.site_url,
    isValidated: row.is_validated,
    createdAt: row.created_at,
    accountId: row.account_id,
    logoAt: row.logo_at,
    validation:
      row.validation_method === null || row.validation_token === null
        ? null
        : { method: row.validation_method, token: row.validation_token },
    clientCount: row.client_count,
  }));
}
