import type { ColumnType, Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";

/** What a member of an account may do, from the most to the least. */
export const ROLES = ["owner", "admin", "developer", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** Members of accounts, except each account's own subject, which is an owner of it. */
export type AccountMemberTable = {
  created_at: Generated<Date>;
  /** Whether the member's next session begins here: it worked here last. */
  is_entered: Generated<boolean>;
  account_id: string;
  /** A subject (subject.ts). */
  member: Bytea;
  role: Role;
};

/** Invitations that were not accepted: an acceptance or a revocation deletes the row. */
export type AccountInvitationTable = {
  expires_at: Date;
  created_at: Generated<Date>;
  /** SHA-256. */
  secret_hash: Bytea;
  id: string;
  account_id: string;
  role: Role;
  /** The only subject that may accept it; null: whoever has the secret. */
  invitee: Bytea | null;
  invited_by: Bytea;
};

/** What was changed in an account, without secrets. The newest are kept. */
export type AccountAuditEntryTable = {
  id: ColumnType<bigint, never, never>;
  created_at: Generated<Date>;
  /** Whether the actor did it as an operator, not as a member. */
  is_operator: boolean;
  account_id: string;
  actor: Bytea;
  action: string;
  /** What was changed: an id. */
  subject: string | null;
  detail: string | null;
};

export type TeamDatabase = {
  account_member: AccountMemberTable;
  account_invitation: AccountInvitationTable;
  account_audit_entry: AccountAuditEntryTable;
};
