import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { byteaToSubject, subjectToBytea } from "../accounts/subject.ts";
import type { Subject } from "../accounts/subject.ts";
import type { Store } from "../database/database.ts";
import { hashSecret } from "../encoding/hashSecret.ts";
import type { Bytea } from "../encoding/bytea.ts";

/** @param session.token - A secret of the browser; only its SHA-256 is stored. */
export async function createExplorerSession(
  db: Store,
  { token, account, ttlSeconds }: { token: string; account: Subject; ttlSeconds: number },
): Promise<void> {
  await sql`
    insert into explorer_session (token_hash, account, expires_at)
    values (${hashSecret(token)}, ${subjectToBytea(account)}, now() + make_interval(secs => ${ttlSeconds}))`.execute(
    db,
  );
}

/** The account of an unexpired session, by the database's clock and the primary key. */
export const findExplorerSession = (db: Store, token: string): Promise<Subject | undefined> => find(db, token, sql``);

/**
 * The same, within a transaction: the session can't end before the transaction does, so nothing is written for an
 * account whose data is being deleted.
 */
export const holdExplorerSession = (tx: Store, token: string): Promise<Subject | undefined> =>
  find(tx, token, sql`for key share`);

async function find(db: Store, token: string, lock: RawBuilder<unknown>): Promise<Subject | undefined> {
  const { rows } = await sql<{ account: Bytea }>`
    select account from explorer_session where token_hash = ${hashSecret(token)} and expires_at > now() ${lock}`.execute(
    db,
  );
  return rows[0] && byteaToSubject(rows[0].account);
}

/** Ends a session, if it exists. By the primary key. */
export async function deleteExplorerSession(db: Store, token: string): Promise<void> {
  await sql`delete from explorer_session where token_hash = ${hashSecret(token)}`.execute(db);
}

/** By explorer_session_expiry. @returns their number. */
export async function deleteExpiredExplorerSessions(db: Store): Promise<number> {
  const { numAffectedRows } = await sql`delete from explorer_session where expires_at <= now()`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
