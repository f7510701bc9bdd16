import { hash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { RawBuilder, Selectable } from "kysely";
import { fromBytea } from "../encoding/bytea.ts";
import type { Bytea, Hex } from "../encoding/bytea.ts";
import { hashSecret } from "../encoding/hashSecret.ts";
import type { Store } from "../database/database.ts";
import type { OauthAppTable } from "./connectSchema.ts";
import { assertRedirectUris } from "./oauthRedirectUris.ts";

export type OauthApp = {
  /** `app_…` */
  id: string;
  name: string;
  siteUrl: string;
  logoUrl: string | null;
  isValidated: boolean;
  createdAt: Date;
  /** The account that registered it, whose units pay for its clients' reads; null: the operator, nothing is charged. */
  accountId: string | null;
};

export type OauthClient = {
  /** `pc_` and 16 hex digits; of a client that is not registered the URL of the document that describes it. */
  id: string;
  app: OauthApp;
  /** SHA-256 of the valid secrets, newest first: one, or two during a rotation. */
  secretHashes: Hex[];
  /** For each its prefix and last four characters; "" if it was issued before hints were stored. */
  secretHints: string[];
  /** When the older of two expires; null: it is dropped manually. */
  oldSecretExpiresAt: Date | null;
  redirectUris: string[];
  /** Format of `scope` in token responses of the seed's endpoint profile. */
  scopeFormat: "array" | "string";
  /** Where a user who refuses is sent: to the application, or to a final page. */
  refusal: "page" | "redirect";
  isDisabled: boolean;
  /** Disables all clients of the account. */
  isAccountDisabled: boolean;
  createdAt: Date;
};

export type NewOauthApp = {
  name: string;
  siteUrl: string;
  logoUrl?: string | null;
  isValidated?: boolean;
  accountId?: string | null;
};

export type NewOauthClient = {
  appId: string;
  redirectUris: string[];
  scopeFormat?: OauthClient["scopeFormat"];
  refusal?: OauthClient["refusal"];
};

export type DocumentClient = Pick<OauthClient, "id"> &
  Pick<OauthApp, "name" | "siteUrl"> & { redirectUris: readonly string[] };

/** @returns its id. */
export async function createOauthApp(db: Store, app: NewOauthApp): Promise<string> {
  const id = `app_${randomBytes(8).toString("hex")}`;
  await sql`
    insert into oauth_app (id, name, site_url, logo_url, is_validated, account_id)
    values (${id}, ${app.name}, ${app.siteUrl}, ${app.logoUrl ?? null}, ${app.isValidated ?? false},
      ${app.accountId ?? null})`.execute(db);
  return id;
}

export async function listOauthApps(db: Store): Promise<OauthApp[]> {
  const { rows } = await sql<Selectable<OauthAppTable>>`select * from oauth_app order by created_at, id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    siteUrl: row.site_url,
    logoUrl: row.logo_url,
    isValidated: row.is_validated,
    createdAt: row.created_at,
    accountId: row.account_id,
  }));
}

/**
 * Issues a client.
 * @returns its id and its secret, which is not shown again.
 * @throws RedirectUriError for invalid redirect URIs.
 */
export async function createOauthClient(db: Store, client: NewOauthClient): Promise<{ id: string; secret: string }> {
  assertRedirectUris(client.redirectUris);
  const id = `pc_${randomBytes(8).toString("hex")}`;
  const secret = mintSecret();
  await sql`
    insert into oauth_client (id, app_id, secret_hashes, secret_hints, redirect_uris, scope_format, refusal)
    values (${id}, ${client.appId}, array[${hashSecret(secret)}::bytea], ${[hintOf(secret)]}, ${client.redirectUris},
      ${client.scopeFormat ?? "array"}, ${client.refusal ?? "redirect"})`.execute(db);
  return { id, secret };
}

/**
 * Stores a client that describes itself in a document, whose URL is its id, or what its document says now. It has an
 * application of its own, and no secret: nobody knows one of this hash. By the primary keys.
 */
export async function ensureDocumentClient(db: Store, client: DocumentClient): Promise<void> {
  const { id, name, siteUrl, redirectUris } = client;
  assertRedirectUris([...redirectUris]);
  const appId = `app_${hash("sha256", id).slice(0, 32)}`;
  await sql`
    with app as (
      insert into oauth_app (id, name, site_url) values (${appId}, ${name}, ${siteUrl})
      on conflict (id) do update set name = excluded.name
    )
    insert into oauth_client (id, app_id, secret_hashes, redirect_uris, scope_format)
    values (${id}, ${appId}, array[${hashSecret(mintSecret())}::bytea], ${[...redirectUris]}, 'string')
    on conflict (id) do update set redirect_uris = excluded.redirect_uris`.execute(db);
}

/** One client with its application, by the primary key; disabled ones included. */
export async function findOauthClient(db: Store, id: string): Promise<OauthClient | undefined> {
  if (!/^(?:pc_[0-9a-f]{16}$|https:\/\/)/.test(id) || id.includes("\0")) return undefined;
  const [client] = await selectClients(db, sql`oauth_client.id = ${id}`);
  return client;
}

/** All clients, oldest first. */
export const listOauthClients = async (db: Store): Promise<OauthClient[]> => await selectClients(db, sql`true`);

/** An application's clients, oldest first. By oauth_client_by_app. */
export const listAppClients = async (db: Store, appId: string): Promise<OauthClient[]> =>
  await selectClients(db, sql`app_id = ${appId}`);

/** The names of an account's applications by the ids of their clients. By oauth_app_by_account. */
export async function readClientNames(db: Store, accountId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select oauth_client.id, name from oauth_app join oauth_client on app_id = oauth_app.id
    where account_id = ${accountId}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export type ClientChange = Partial<Pick<OauthClient, "isDisabled" | "redirectUris" | "refusal" | "scopeFormat">>;

/**
 * Changes the given fields. By the primary key.
 * @throws RedirectUriError for invalid redirect URIs.
 */
export async function updateOauthClient(db: Store, id: string, change: ClientChange): Promise<void> {
  const { isDisabled, redirectUris, refusal, scopeFormat } = change;
  if (redirectUris !== undefined) assertRedirectUris(redirectUris);
  await db
    .updateTable("oauth_client")
    .set({
      id,
      ...(isDisabled !== undefined && { is_disabled: isDisabled }),
      ...(redirectUris !== undefined && { redirect_uris: redirectUris }),
      ...(refusal !== undefined && { refusal }),
      ...(scopeFormat !== undefined && { scope_format: scopeFormat }),
    })
    .where("id", "=", id)
    .execute();
}

/**
 * Disables a client at once, with all its tokens, or enables it again.
 * @returns whether the client exists.
 */
export async function setOauthClientDisabled(db: Store, id: string, isDisabled: boolean): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update oauth_client set is_disabled = ${isDisabled} where id = ${id}`.execute(db);
  return numAffectedRows > 0n;
}

/**
 * Issues another secret; the newest of the earlier ones remains valid until dropOldSecret, the next rotation, or for
 * `oldSeconds`.
 * @returns the secret, which is not shown again; undefined if the client does not exist.
 */
export async function rotateClientSecret(
  db: Store,
  id: string,
  { oldSeconds = null }: { oldSeconds?: number | null } = {},
): Promise<string | undefined> {
  const secret = mintSecret();
  const { rows } = await sql`
    update oauth_client set secret_hashes = array[${hashSecret(secret)}::bytea] || secret_hashes[1:1],
      secret_hints = array[${hintOf(secret)}] || secret_hints[1:1],
      old_secret_expires_at = now() + ${oldSeconds}::integer * interval '1 second'
    where id = ${id} returning 1`.execute(db);
  return rows.length > 0 ? secret : undefined;
}

/**
 * Removes all but the newest secret of a client.
 * @returns whether there was another one.
 */
export async function dropOldSecret(db: Store, id: string): Promise<boolean> {
  const { rows } = await sql`
    update oauth_client set secret_hashes = secret_hashes[1:1], secret_hints = secret_hints[1:1],
      old_secret_expires_at = null
    where id = ${id} and cardinality(secret_hashes) > 1 returning 1`.execute(db);
  return rows.length > 0;
}

/** The stored form of a secret: SHA-256 of all its characters. 256 random bits need no salt and no slow hash. */
export const hashClientSecret = (secret: string): Hex => `0x${hash("sha256", secret)}`;

/** The part of a secret that may be displayed later. */
const hintOf = (secret: string): string => `ps_…${secret.slice(-4)}`;

/** 256 random bits of [A-Za-z0-9_-]: unchanged by the form-decoding of Basic credentials. */
const mintSecret = (): string => `ps_${randomBytes(32).toString("base64url")}`;

type ClientRow = {
  id: string;
  hashes: Bytea[];
  secret_hints: string[];
  old_secret_expires_at: Date | null;
  redirect_uris: string[];
  scope_format: OauthClient["scopeFormat"];
  refusal: OauthClient["refusal"];
  is_disabled: boolean;
  is_account_disabled: boolean | null;
  created_at: Date;
  app_id: string;
  name: string;
  site_url: string;
  logo_url: string | null;
  is_validated: boolean;
  app_created_at: Date;
  account_id: string | null;
};

async function selectClients(db: Store, which: RawBuilder<unknown>): Promise<OauthClient[]> {
  const { rows } = await sql<ClientRow>`
    select oauth_client.id, (case when old_secret_expires_at <= now() then secret_hashes[1:1] else secret_hashes end)::text[]
      as hashes, secret_hints, old_secret_expires_at, redirect_uris, scope_format, refusal, oauth_client.is_disabled,
      account.is_disabled as is_account_disabled, oauth_client.created_at, app_id, oauth_app.name, site_url, logo_url, is_validated, oauth_app.created_at as app_created_at,
      account_id
    from oauth_client join oauth_app on oauth_app.id = app_id left join account on account.id = account_id
    where ${which} order by oauth_client.created_at, oauth_client.id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    app: {
      id: row.app_id,
      name: row.name,
      siteUrl: row.site_url,
      logoUrl: row.logo_url,
      isValidated: row.is_validated,
      createdAt: row.app_created_at,
      accountId: row.account_id,
    },
    secretHashes: row.hashes.map(fromBytea),
    secretHints: row.hashes.map((_, index) => row.secret_hints[index] ?? ""),
    oldSecretExpiresAt: row.hashes.length > 1 ? row.old_secret_expires_at : null,
    redirectUris: row.redirect_uris,
    scopeFormat: row.scope_format,
    refusal: row.refusal,
    isDisabled: row.is_disabled,
    isAccountDisabled: row.is_account_disabled ?? false,
    createdAt: row.created_at,
  }));
}
