import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Selectable } from "kysely";
import { hashAccessKey, isAccessKey, mintAccessKey } from "./accessKey.ts";
import { toBytea } from "./bytea.ts";
import { ACCESS_KEY_CHANNEL } from "./channels.ts";
import type { Store } from "./database.ts";
import type { AccessKeyTable } from "./operatorSchema.ts";

/** All that is known of an issued key; the key itself is not. It is valid when not revoked and not past `expiresAt`. */
export type AccessKey = {
  /** Public: for lists, logs and revocation. */
  id: string;
  name: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** No rate limit, no unit budget. */
  isUnlimited: boolean;
  /** Whether it may use the operations of wallets, which the contract marks unstable. */
  isWalletEnabled: boolean;
};

export type NewAccessKey = { name: string; expiresAt?: Date; isUnlimited?: boolean; isWalletEnabled?: boolean };

/** Issues a key. @returns it, for this once, with its public id. */
export async function createAccessKey(db: Store, input: NewAccessKey): Promise<{ id: string; key: string }> {
  const id = `key_${randomBytes(9).toString("base64url")}`;
  const key = mintAccessKey();
  await db
    .insertInto("access_key")
    .values({
      id,
      hash: toBytea(hashAccessKey(key)),
      name: input.name,
      expires_at: input.expiresAt ?? null,
      is_unlimited: input.isUnlimited ?? false,
      is_wallet_enabled: input.isWalletEnabled ?? false,
    })
    .execute();
  return { id, key };
}

/** Finds what was issued as this text, revoked and expired ones too. Asks nothing when it can't be a key. By access_key_hash_key. */
export async function findAccessKey(db: Store, key: string): Promise<AccessKey | undefined> {
  if (!isAccessKey(key)) return undefined;
  const row = await db
    .selectFrom("access_key")
    .selectAll()
    .where("hash", "=", toBytea(hashAccessKey(key)))
    .executeTakeFirst();
  return row && toAccessKey(row);
}

/** All keys, oldest first. */
export async function listAccessKeys(db: Store): Promise<AccessKey[]> {
  const rows = await db.selectFrom("access_key").selectAll().orderBy("created_at").orderBy("id").execute();
  return rows.map(toAccessKey);
}

/** Revokes a key for good and tells the channel; the first time counts. @returns whether there is such a key. */
export async function revokeAccessKey(db: Store, id: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with revoked as (
      update access_key set revoked_at = coalesce(revoked_at, now()) where id = ${id} returning id
    )
    select id, pg_notify(${ACCESS_KEY_CHANNEL}, id) from revoked`.execute(db);
  return rows.length > 0;
}

/** Lets a key use the operations of wallets, or no more, and tells the channel. @returns whether there is such a key. */
export async function setWalletEnabled(db: Store, id: string, isWalletEnabled: boolean): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with changed as (
      update access_key set is_wallet_enabled = ${isWalletEnabled} where id = ${id} returning id
    )
    select id, pg_notify(${ACCESS_KEY_CHANNEL}, id) from changed`.execute(db);
  return rows.length > 0;
}

const toAccessKey = (row: Selectable<AccessKeyTable>): AccessKey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  isUnlimited: row.is_unlimited,
  isWalletEnabled: row.is_wallet_enabled,
});
