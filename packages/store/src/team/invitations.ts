import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Selectable } from "kysely";
import { byteaToSubject, subjectToBytea } from "../accounts/subject.ts";
import type { Subject } from "../accounts/subject.ts";
import type { Store } from "../database/database.ts";
import { hashSecret } from "../encoding/hashSecret.ts";
import type { AccountInvitationTable, Role } from "./teamSchema.ts";

type NewInvitation = {
  accountId: string;
  role: Role;
  /** The only subject that may accept it; null: whoever has the secret. */
  invitee: Subject | null;
  invitedBy: Subject;
};

export type Invitation = NewInvitation & { id: string; accountName: string; createdAt: Date; expiresAt: Date };

/** @returns the invitation's id, and its secret, of which only the SHA-256 is stored. */
export async function createInvitation(
  db: Store,
  { accountId, role, invitee, invitedBy, ttlSeconds }: NewInvitation & { ttlSeconds: number },
): Promise<{ id: string; secret: string }> {
  const id = `inv_${randomBytes(9).toString("base64url")}`;
  const secret = randomBytes(32).toString("base64url");
  await sql`
    insert into account_invitation (id, account_id, role, invitee, invited_by, secret_hash, expires_at) values (
      ${id}, ${accountId}, ${role}, ${invitee && subjectToBytea(invitee)}, ${subjectToBytea(invitedBy)},
      ${hashSecret(secret)}, now() + make_interval(secs => ${ttlSeconds}))`.execute(db);
  return { id, secret };
}

/** An account's invitations that can be accepted, oldest first. By account_invitation_by_account. */
export const listInvitations = (db: Store, accountId: string): Promise<Invitation[]> =>
  select(db, sql`account_id = ${accountId}`);

/** By its secret, if it can be accepted. */
export async function findInvitation(db: Store, secret: string): Promise<Invitation | undefined> {
  const [found] = await select(db, sql`secret_hash = ${hashSecret(secret)}`);
  return found;
}

/** Makes an invitation unusable. @returns whether it could be accepted: of several callers, one is told so. */
export async function takeInvitation(
  db: Store,
  { id, accountId }: { id: string; accountId: string },
): Promise<boolean> {
  const { rows } = await sql<{ is_valid: boolean }>`
    delete from account_invitation where id = ${id} and account_id = ${accountId}
    returning expires_at > now() as is_valid`.execute(db);
  return rows[0]?.is_valid === true;
}

/** @returns their number. */
export async function deleteExpiredInvitations(db: Store): Promise<number> {
  const { numAffectedRows } = await sql`delete from account_invitation where expires_at <= now()`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

async function select(db: Store, which: ReturnType<typeof sql>): Promise<Invitation[]> {
  const { rows } = await sql<Selectable<AccountInvitationTable> & { name: string }>`
    select invitation.*, name from account_invitation invitation join account on account.id = account_id
    where ${which} and expires_at > now() order by invitation.created_at, invitation.id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    accountName: row.name,
    role: row.role,
    invitee: row.invitee && byteaToSubject(row.invitee),
    invitedBy: byteaToSubject(row.invited_by),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }));
}
