import { sql } from "kysely";
import { createAccount } from "../accounts/accounts.ts";
import { endActingSessions } from "../accounts/dashboardSessions.ts";
import { byteaToSubject, subjectToBytea } from "../accounts/subject.ts";
import type { Subject } from "../accounts/subject.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import type { Bytea } from "../encoding/bytea.ts";
import type { Role } from "./teamSchema.ts";

/** Someone who works in an account. */
export type Member = { subject: Subject; role: Role; joinedAt: Date };

/** An account that someone works in. */
export type Membership = { accountId: string; name: string; role: Role; isDisabled: boolean };

/** Every member of every account: its own subject is an owner, without a row. */
const MEMBERS = sql`(
  select id as account_id, owner as member, 'owner' as role, created_at from account where owner is not null
  union all select account_id, member, role, created_at from account_member)`;

/** Longest first. By the primary keys. */
export async function listMembers(db: Store, accountId: string): Promise<Member[]> {
  const { rows } = await sql<{ member: Bytea; role: Role; created_at: Date }>`
    select member, role, created_at from ${MEMBERS} members where account_id = ${accountId}
    order by created_at, member`.execute(db);
  return rows.map(({ member, role, created_at: joinedAt }) => ({ subject: byteaToSubject(member), role, joinedAt }));
}

/** The accounts that a subject works in, its own first. By account_owner_key and account_member_by_member. */
export async function listMemberships(db: Store, subject: Subject): Promise<Membership[]> {
  const member = subjectToBytea(subject);
  const { rows } = await sql<{ id: string; name: string; role: Role; is_disabled: boolean }>`
    select id, name, role, is_disabled from ${MEMBERS} members join account on account.id = account_id
    where member = ${member} order by owner is distinct from ${member}, name, id`.execute(db);
  return rows.map(({ id, name, role, is_disabled: isDisabled }) => ({ accountId: id, name, role, isDisabled }));
}

/** Changes of one account's members wait for one another: what `work` reads of them stays true until it ends. */
export const inTeam = <T>(db: Store, accountId: string, work: (tx: Store) => Promise<T>): Promise<T> =>
  inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`portico team ${accountId}`}, 0))`.execute(tx);
    return await work(tx);
  });

type ChangedMember = {
  accountId: string;
  subject: Subject;
  /** Of the account that an account's own subject gets instead, when it is no longer an owner here. */
  ownName: string;
};

/** Adds a member, or gives it another role: what it offered to others in its former one is void. Part of `inTeam`. */
export async function putMember(tx: Store, { role, ...changed }: ChangedMember & { role: Role }): Promise<void> {
  const { accountId, subject } = changed;
  if (role === "owner" && (await isOwn(tx, changed))) return;
  const worksHere = await giveOwnAccount(tx, changed);
  await revokeInvitationsOf(tx, changed);
  await sql`
    insert into account_member (account_id, member, role, is_entered)
    values (${accountId}, ${subjectToBytea(subject)}, ${role}, ${worksHere})
    on conflict (account_id, member) do update set role = excluded.role`.execute(tx);
}

/**
 * Removes a member with its invitations, and ends its sessions in the account. Part of `inTeam`.
 * @param keptToken - Of a session that goes on in the member's own account.
 */
export async function removeMember(
  tx: Store,
  { keptToken, ...changed }: ChangedMember & { keptToken?: string },
): Promise<void> {
  const { accountId, subject } = changed;
  await giveOwnAccount(tx, changed);
  await revokeInvitationsOf(tx, changed);
  await sql`delete from account_member where account_id = ${accountId} and member = ${subjectToBytea(subject)}`.execute(
    tx,
  );
  await endActingSessions(tx, { accountId, subject, keptToken });
}

async function revokeInvitationsOf(tx: Store, { accountId, subject }: ChangedMember): Promise<void> {
  await sql`
    delete from account_invitation
    where account_id = ${accountId} and invited_by = ${subjectToBytea(subject)}`.execute(tx);
}

async function isOwn(tx: Store, { accountId, subject }: ChangedMember): Promise<boolean> {
  const { rows } = await sql`
    select from account where id = ${accountId} and owner = ${subjectToBytea(subject)}`.execute(tx);
  return rows.length > 0;
}

/**
 * Whoever signs in has an account of its own, which its sessions name. One that is no longer the owner of it gets
 * another, with its mark as operator, which is a person's; its sessions go on in the former.
 * @returns whether the account was its own.
 */
async function giveOwnAccount(tx: Store, { accountId, subject, ownName }: ChangedMember): Promise<boolean> {
  const { rows } = await sql<{ is_operator: boolean }>`
    with former as (
      select id, is_operator from account where id = ${accountId} and owner = ${subjectToBytea(subject)} for update
    ), changed as (
      update account set owner = null, is_operator = false from former where account.id = former.id
    )
    select is_operator from former`.execute(tx);
  if (rows[0] === undefined) return false;
  const own = await createAccount(tx, { name: ownName, owner: subject, isOperator: rows[0].is_operator });
  await sql`
    update dashboard_session
    set account_id = ${own.id}, acting_account_id = coalesce(acting_account_id, ${accountId})
    where account_id = ${accountId}`.execute(tx);
  return true;
}
