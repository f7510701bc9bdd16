import { sql } from "kysely";
import { hashSecret } from "../encoding/hashSecret.ts";
import type { Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import type { Role } from "../team/teamSchema.ts";
import { byteaToSubject, subjectToBytea } from "./subject.ts";
import type { Subject } from "./subject.ts";

/** Who is signed in, and the account in which it works. */
export type DashboardSession = {
  subject: Subject;
  /** The subject's own account. */
  ownAccountId: string;
  /** The account in which it works: its own, or another of which it is a member. */
  accountId: string;
  name: string;
  role: Role;
  isDisabled: boolean;
  /** Whether the subject is marked as an operator, by its own account, which is not disabled. */
  isOperator: boolean;
  expiresAt: Date;
};

/**
 * Begins in the account in which the subject worked last.
 * @param session.token - A secret of the browser; only its SHA-256 is stored.
 * @param session.accountId - The subject's own.
 */
export async function createDashboardSession(
  db: Store,
  { token, accountId, ttlSeconds }: { token: string; accountId: string; ttlSeconds: number },
): Promise<void> {
  await sql`
    insert into dashboard_session (token_hash, account_id, expires_at, acting_account_id)
    values (${hashSecret(token)}, ${accountId}, now() + make_interval(secs => ${ttlSeconds}), (
      select account_member.account_id from account join account_member on member = owner
      where account.id = ${accountId} and is_entered order by account_member.account_id limit 1))`.execute(db);
}

/** An unexpired session of a member of its account, by the database's clock and the primary key. */
export async function findDashboardSession(db: Store, token: string): Promise<DashboardSession | undefined> {
  const { rows } = await sql<{
    own_id: string;
    owner: Bytea;
    is_operator: boolean;
    id: string;
    name: string;
    role: Role;
    is_disabled: boolean;
    expires_at: Date;
  }>`
    select own.id as own_id, own.owner, own.is_operator and not own.is_disabled as is_operator,
      acting.id, acting.name, coalesce(membership.role, 'owner') as role, acting.is_disabled, expires_at
    from dashboard_session session join account own on own.id = session.account_id
    join account acting on acting.id = coalesce(session.acting_account_id, session.account_id)
    left join account_member membership on membership.account_id = acting.id and membership.member = own.owner
    where token_hash = ${hashSecret(token)} and expires_at > now() and own.owner is not null
      and (acting.id = own.id or membership.role is not null)`.execute(db);
  const row = rows[0];
  return (
    row && {
      subject: byteaToSubject(row.owner),
      ownAccountId: row.own_id,
      accountId: row.id,
      name: row.name,
      role: row.id === row.own_id ? "owner" : row.role,
      isDisabled: row.is_disabled,
      isOperator: row.is_operator,
      expiresAt: row.expires_at,
    }
  );
}

/** Makes a session work in an account, and the subject's next ones, if it is a member; otherwise nothing changes. */
export async function setActingAccount(
  db: Store,
  { token, accountId }: { token: string; accountId: string },
): Promise<void> {
  await sql`
    with changed as (
      update dashboard_session session set acting_account_id = nullif(${accountId}, account_id)
      from account own where own.id = account_id and token_hash = ${hashSecret(token)} and (
        own.id = ${accountId}
        or exists (select from account_member where account_member.account_id = ${accountId} and member = own.owner)
      ) returning own.owner
    )
    update account_member set is_entered = account_id = ${accountId} from changed
    where member = changed.owner and is_entered <> (account_id = ${accountId})`.execute(db);
}

/** Ends a subject's sessions that work in an account that isn't its own; one that is kept goes on in its own. */
export async function endActingSessions(
  db: Store,
  { accountId, subject, keptToken }: { accountId: string; subject: Subject; keptToken?: string | undefined },
): Promise<void> {
  if (keptToken !== undefined)
    await sql`
      update dashboard_session set acting_account_id = null where token_hash = ${hashSecret(keptToken)}`.execute(db);
  await sql`
    delete from dashboard_session using account
    where account.id = account_id and owner = ${subjectToBytea(subject)} and acting_account_id = ${accountId}`.execute(
    db,
  );
}

/** Ends a session, if it exists. By the primary key. */
export async function deleteDashboardSession(db: Store, token: string): Promise<void> {
  await sql`delete from dashboard_session where token_hash = ${hashSecret(token)}`.execute(db);
}

/** Ends all sessions of the subject of an account, in whatever account they work. Scans all sessions, without an index: it is rare. */
export async function deleteAccountSessions(db: Store, accountId: string): Promise<void> {
  await sql`delete from dashboard_session where account_id = ${accountId}`.execute(db);
}

/** Deletes expired sessions. By dashboard_session_expiry. @returns their number. */
export async function deleteExpiredSessions(db: Store): Promise<number> {
  const { numAffectedRows } = await sql`delete from dashboard_session where expires_at <= now()`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
