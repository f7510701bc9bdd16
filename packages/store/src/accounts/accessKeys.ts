import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { RawBuilder, Selectable, Updateable } from "kysely";
import { hashAccessKey, isAccessKey, mintAccessKey } from "./accessKey.ts";
import { toBytea } from "../encoding/bytea.ts";
import { ACCESS_KEY_CHANNEL } from "../notifications/channels.ts";
import type { Store } from "../database/database.ts";
import { hasCode } from "../database/errorCode.ts";
import type { AccessKeyTable, KeyProfile } from "../operator/operatorSchema.ts";

/** Everything about an issued key except the key itself. It is valid if not revoked and not past `expiresAt`. */
export type AccessKey = {
  /** Public: for lists, logs and revocation. */
  id: string;
  name: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** No rate limit. */
  isUnlimited: boolean;
  /** Whether it may call the wallet group, which the contract marks unstable. */
  isWalletEnabled: boolean;
  /** The account that its calls are charged to; null for the operator's own key, whose calls are free. */
  accountId: string | null;
  /** All keys of a disabled account are rejected. */
  isAccountDisabled: boolean;
  /** Allowed networks in CIDR notation (`192.0.2.0/24`, `2001:db8::/32`); null: all. */
  ipRanges: string[] | null;
  /** Allowed operationIds; null: all. */
  operations: string[] | null;
  /** Requests per second; null: the server's default. */
  ratePerSecond: number | null;
  /** The form of its answers; null: that of the deployment. */
  profile: KeyProfile | null;
  /** With a precision of a minute. */
  lastUsedAt: Date | null;
  /** The id of the replacement key: this one expires soon. */
  replacedBy: string | null;
};

/** Restrictions of a key, and the form of its answers. */
export type KeySettings = Partial<
  Pick<
    AccessKey,
    "expiresAt" | "ipRanges" | "isUnlimited" | "isWalletEnabled" | "operations" | "profile" | "ratePerSecond"
  >
>;

export type NewAccessKey = KeySettings & { name: string; accountId?: string | null };

/** Issues a key. @returns the key, only this once, with its public id. @throws RangeError for an invalid IP range. */
export async function createAccessKey(db: Store, input: NewAccessKey): Promise<{ id: string; key: string }> {
  const id = makeId();
  const key = mintAccessKey();
  await sql`
    insert into access_key (
      id, hash, name, expires_at, is_unlimited, is_wallet_enabled, account_id, ip_ranges, operations, rate_per_second,
      profile
    ) values (
      ${id}, ${toBytea(hashAccessKey(key))}, ${input.name}, ${input.expiresAt ?? null}, ${input.isUnlimited ?? false},
      ${input.isWalletEnabled ?? false}, ${input.accountId ?? null}, ${input.ipRanges ?? null},
      ${input.operations ?? null}, ${input.ratePerSecond ?? null}, ${input.profile ?? null}
    )`
    .execute(db)
    .catch(explainRange);
  return { id, key };
}

/**
 * Issues a key whose text the caller derived from a secret of its own, unless that was done before: then nothing about
 * it changes, so that it stays revoked or restricted.
 */
export async function ensureAccessKey(
  db: Store,
  { key, name, accountId, expiresAt }: { key: string; name: string; accountId: string; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into access_key (id, hash, name, account_id, expires_at)
    values (${makeId()}, ${toBytea(hashAccessKey(key))}, ${name}, ${accountId}, ${expiresAt})
    on conflict (hash) do nothing`.execute(db);
}

/**
 * Finds an issued key by its text, including revoked and expired ones. No query for an invalid text. By
 * access_key_hash_key.
 */
export async function findAccessKey(db: Store, key: string): Promise<AccessKey | undefined> {
  if (!isAccessKey(key)) return undefined;
  const [found] = await selectKeys(db, sql`hash = ${toBytea(hashAccessKey(key))}`);
  return found;
}

/** By the primary key. */
export async function findAccessKeyById(db: Store, id: string): Promise<AccessKey | undefined> {
  const [found] = await selectKeys(db, sql`access_key.id = ${id}`);
  return found;
}

/** All keys, or one account's (by access_key_by_account), oldest first. */
export const listAccessKeys = async (db: Store, { accountId }: { accountId?: string } = {}): Promise<AccessKey[]> =>
  await selectKeys(db, accountId === undefined ? sql`true` : sql`account_id = ${accountId}`);

async function selectKeys(db: Store, condition: RawBuilder<unknown>): Promise<AccessKey[]> {
  const { rows } = await sql<KeyRow>`
    select access_key.*, account.is_disabled as is_account_disabled
    from access_key left join account on account.id = account_id
    where ${condition} order by access_key.created_at, access_key.id`.execute(db);
  return rows.map(toAccessKey);
}

/** Revokes a key permanently and notifies; the first time counts. @returns whether there is such a key. */
export async function revokeAccessKey(db: Store, id: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with revoked as (
      update access_key set revoked_at = coalesce(revoked_at, now()) where id = ${id} returning id
    )
    select id, pg_notify(${ACCESS_KEY_CHANNEL}, id) from revoked`.execute(db);
  return rows.length > 0;
}

/**
 * Changes a key's name or settings, and notifies; omitted fields are unchanged.
 * @returns whether there is such a key. @throws RangeError for an invalid IP range.
 */
export async function updateAccessKey(
  db: Store,
  id: string,
  changes: KeySettings & { name?: string },
): Promise<boolean> {
  const columns: Updateable<AccessKeyTable> = {
    ...(changes.name !== undefined && { name: changes.name }),
    ...(changes.expiresAt !== undefined && { expires_at: changes.expiresAt }),
    ...(changes.ipRanges !== undefined && { ip_ranges: changes.ipRanges }),
    ...(changes.operations !== undefined && { operations: changes.operations }),
    ...(changes.ratePerSecond !== undefined && { rate_per_second: changes.ratePerSecond }),
    ...(changes.profile !== undefined && { profile: changes.profile }),
    ...(changes.isUnlimited !== undefined && { is_unlimited: changes.isUnlimited }),
    ...(changes.isWalletEnabled !== undefined && { is_wallet_enabled: changes.isWalletEnabled }),
  };
  const rows = await db
    .updateTable("access_key")
    .set({ id, ...columns })
    .where("id", "=", id)
    .returning(sql`pg_notify(${ACCESS_KEY_CHANNEL}, id)`.as("notified"))
    .execute()
    .catch(explainRange);
  return rows.length > 0;
}

export type KeyRotation = {
  /** How long the old key remains valid. */
  graceSeconds: number;
  /** For the operator: the new key keeps the old one's absence of a rate limit. Otherwise it gets the default limit. */
  keepsUnlimited?: boolean;
};

/**
 * Replaces a key by one with the same name, account and restrictions; the old one remains valid for a while.
 * @returns the key, only this once; undefined if there is no such key, or it was revoked, replaced or has expired.
 */
export async function rotateAccessKey(
  db: Store,
  id: string,
  { graceSeconds, keepsUnlimited = false }: KeyRotation,
): Promise<{ id: string; key: string } | undefined> {
  const next = { id: makeId(), key: mintAccessKey() };
  const { rows } = await sql`
    with old as (
      update access_key set replaced_by = ${next.id},
        expires_at = least(expires_at, now() + ${graceSeconds} * interval '1 second')
      from (select id, expires_at as ends_at from access_key where id = ${id} for update) as was
      where access_key.id = was.id and revoked_at is null and replaced_by is null
        and (ends_at is null or ends_at > now())
      returning access_key.*, ends_at
    ), made as (
      insert into access_key (id, hash, name, expires_at, is_unlimited, is_wallet_enabled, account_id, ip_ranges,
        operations, rate_per_second, profile)
      select ${next.id}, ${toBytea(hashAccessKey(next.key))}::bytea, name, ends_at, is_unlimited and ${keepsUnlimited},
        is_wallet_enabled, account_id, ip_ranges, operations, rate_per_second, profile from old
    )
    select pg_notify(${ACCESS_KEY_CHANNEL}, id) from old`.execute(db);
  return rows.length > 0 ? next : undefined;
}

/** Enables or disables the wallet group for a key, and notifies. @returns whether there is such a key. */
export async function setWalletEnabled(db: Store, id: string, isWalletEnabled: boolean): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with changed as (
      update access_key set is_wallet_enabled = ${isWalletEnabled} where id = ${id} returning id
    )
    select id, pg_notify(${ACCESS_KEY_CHANNEL}, id) from changed`.execute(db);
  return rows.length > 0;
}

const makeId = (): string => `key_${randomBytes(9).toString("base64url")}`;

/** Translates PostgreSQL's error for an invalid cidr. */
function explainRange(error: unknown): never {
  if (hasCode(error, "22P02"))
    throw new RangeError("An IP range is an address or a whole subnet, such as 192.0.2.0/24", { cause: error });
  throw error;
}

type KeyRow = Selectable<AccessKeyTable> & { is_account_disabled: boolean | null };

const toAccessKey = (row: KeyRow): AccessKey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  isUnlimited: row.is_unlimited,
  isWalletEnabled: row.is_wallet_enabled,
  accountId: row.account_id,
  isAccountDisabled: row.is_account_disabled ?? false,
  ipRanges: row.ip_ranges,
  operations: row.operations,
  ratePerSecond: row.rate_per_second,
  profile: row.profile,
  lastUsedAt: row.last_used_at,
  replacedBy: row.replaced_by,
});
