import { sql } from "kysely";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";

/** What the sign-in service signs with: cookies, and what the OAuth library would sign. */
export type ConnectKey = { kind: "cookie" | "jwk"; id: string; secret: unknown };

/**
 * All that is accepted now, the one to sign with first: the newest that is older than `settleSeconds`, so that every process
 * has heard of it; the oldest while there is no such one.
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

/** What is known of a key besides its secret. */
export type ConnectKeyState = Omit<ConnectKey, "secret"> & { createdAt: Date; retiredAt: Date | null };

/** All that are accepted now, newest first. */
export async function listConnectKeyStates(db: Store): Promise<ConnectKeyState[]> {
  const { rows } = await sql<ConnectKeyState>`
    select kind, id, created_at as "createdAt", retired_at as "retiredAt" from connect_key
    where retired_at is null or retired_at > now() order by kind, created_at desc, id`.execute(db);
  return rows;
}

/** Adds a key when there is none yet: of several processes that start at once, one's. */
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

/** Adds a key that takes over once every process has heard of it; the earlier ones are accepted for `overlapSeconds` more. */
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

/** Forgets the keys that are accepted no longer. */
export async function deleteRetiredKeys(db: Store): Promise<void> {
  await sql`delete from connect_key where retired_at < now()`.execute(db);
}
