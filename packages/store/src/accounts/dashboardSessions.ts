import { hash } from "node:crypto";
import { sql } from "kysely";
import { toBytea } from "../encoding/bytea.ts";
import type { Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { byteaToSubject } from "./subject.ts";
import type { Subject } from "./subject.ts";

/** The signed-in account of a dashboard session, and its expiry. */
export type DashboardSession = {
  accountId: string;
  name: string;
  owner: Subject;
  isDisabled: boolean;
  isOperator: boolean;
  expiresAt: Date;
};

/** @param session.token - A secret of the browser; only its SHA-256 is stored. */
export async function createDashboardSession(
  db: Store,
  { token, accountId, ttlSeconds }: { token: string; accountId: string; ttlSeconds: number },
): Promise<void> {
  await sql`
    insert into dashboard_session (token_hash, account_id, expires_at)
    values (${hashToken(token)}, ${accountId}, now() + make_interval(secs => ${ttlSeconds}))`.execute(db);
}

/** An unexpired session, by the database's clock and the primary key. */
export async function findDashboardSession(db: Store, token: string): Promise<DashboardSession | undefined> {
  const { rows } = await sql<{
    id: string;
    name: string;
    owner: Bytea;
    is_disabled: boolean;
    is_operator: boolean;
    expires_at: Date;
  }>`
    select id, name, owner, is_disabled, is_operator, expires_at
    from dashboard_session join account on account.id = account_id
    where token_hash = ${hashToken(token)} and expires_at > now() and owner is not null`.execute(db);
  const row = rows[0];
  return (
    row && {
      accountId: row.id,
      name: row.name,
      owner: byteaToSubject(row.owner),
      isDisabled: row.is_disabled,
      isOperator: row.is_operator,
      expiresAt: row.expires_at,
    }
  );
}

/** Ends a session, if it exists. By the primary key. */
export async function deleteDashboardSession(db: Store, token: string): Promise<void> {
  await sql`delete from dashboard_session where token_hash = ${hashToken(token)}`.execute(db);
}

/** Ends all sessions of an account. Scans all sessions, without an index: it is rare. */
export async function deleteAccountSessions(db: Store, accountId: string): Promise<void> {
  await sql`delete from dashboard_session where account_id = ${accountId}`.execute(db);
}

/** Deletes expired sessions. By dashboard_session_expiry. @returns their number. */
export async function deleteExpiredSessions(db: Store): Promise<number> {
  const { numAffectedRows } = await sql`delete from dashboard_session where expires_at <= now()`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

const hashToken = (token: string): Bytea => toBytea(`0x${hash("sha256", token)}`);
