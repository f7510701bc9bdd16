import { sql } from "kysely";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";

/** A secret of the sign-in service: signs cookies, or what the OAuth library would sign. */
export type ConnectKey = { kind: "cookie" | "jwk"; id: string; secret: unknown };

/**
 * All valid keys, the signing one first: the newest that is older than `settleSeconds`, so that every process
 * has read it; the oldest while there is no such one.
 */
export async function listConnectKeys(
  db: Store,
  { kind, settleSeconds }: { kind: ConnectKey["kind"]; settleSeconds: number },
): Promise<ConnectKey[]> {
  const { rows } = await sql<ConnectKey>`
    select kind, id, secret from connect_key
    where kind = ${kind} and (retired_at is null or retired_at > now())
    order by created_at > now() - make_interval(secs => ${settleSeconds}),
      case when created_at > now() - make_interval(secs => ${settleSeconds}) then created_at end, created_at desc, id`.execute(
    db,
  );
  return rows;
}

/** A key without its secret. */
export type ConnectKeyState = Omit<ConnectKey, "secret"> & { createdAt: Date; retiredAt: Date | null };

/** All valid keys, newest first. */
export async function listConnectKeyStates(db: Store): Promise<ConnectKeyState[]> {
  const { rows } = await sql<ConnectKeyState>`
    select kind, id, created_at as "createdAt", retired_at as "retiredAt" from connect_key
    where retired_at is null or retired_at > now() order by kind, created_at desc, id`.execute(db);
  return rows;
}

/** Adds a key if there is none: concurrent starts insert only one. */
export async function ensureConnectKey(db: Store, { kind, id, secret }: ConnectKey): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`connect_key ${kind}`}))`.execute(tx);
    await sql`
      insert into connect_key (kind, id, secret)
      select ${kind}, ${id}, ${JSON.stringify(secret)}::jsonb
      where not exists (select from connect_key where kind = ${kind} and (retired_at is null or retired_at > now()))`.execute(
      tx,
    );
  });
}

/** Adds a key that signs once every process has read it; earlier ones remain valid for `overlapSeconds`. */
export async function rotateConnectKey(
  db: Store,
  { kind, id, secret, overlapSeconds }: ConnectKey & { overlapSeconds: number },
): Promise<void> {
  await sql`
    with retired as (
      update connect_key set retired_at = now() + make_interval(secs => ${overlapSeconds})
      where kind = ${kind} and retired_at is null
    )
    insert into connect_key (kind, id, secret) values (${kind}, ${id}, ${JSON.stringify(secret)})`.execute(db);
}

/** Deletes keys that are no longer valid. */
export async function deleteRetiredKeys(db: Store): Promise<void> {
  await sql`delete from connect_key where retired_at < now()`.execute(db);
}
