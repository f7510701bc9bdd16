import { sql } from "kysely";
import type { Kysely } from "kysely";

/**
 * Several people in one account. The subject of an account stays its owner without a row here, so that every account is
 * a team of one owner, also one that the previous release creates; and a session of that release works in the account
 * of its own subject.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table account_member (
      created_at timestamptz not null default now(),
      is_entered boolean not null default false,
      account_id text not null references account,
      member bytea not null check (octet_length(member) in (20, 28)),
      role text not null check (role in ('owner', 'admin', 'developer', 'viewer')),
      primary key (account_id, member)
    )`.execute(db);
  await sql`create index account_member_by_member on account_member (member)`.execute(db);
  await sql`
    create table account_invitation (
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      secret_hash bytea not null unique check (octet_length(secret_hash) = 32),
      id text primary key,
      account_id text not null references account,
      role text not null check (role in ('owner', 'admin', 'developer', 'viewer')),
      invitee bytea check (octet_length(invitee) in (20, 28)),
      invited_by bytea not null
    )`.execute(db);
  await sql`create index account_invitation_by_account on account_invitation (account_id, created_at)`.execute(db);
  await sql`
    create table account_audit_entry (
      id bigint generated always as identity primary key,
      created_at timestamptz not null default now(),
      is_operator boolean not null,
      account_id text not null references account,
      actor bytea not null,
      action text not null,
      subject text,
      detail text
    )`.execute(db);
  await sql`create index account_audit_entry_by_account on account_audit_entry (account_id, id desc)`.execute(db);
  await sql`create index account_audit_entry_by_age on account_audit_entry (created_at)`.execute(db);
  await sql`alter table dashboard_session add column acting_account_id text`.execute(db);
  await sql`
    alter table dashboard_session
      add constraint dashboard_session_acting_account foreign key (acting_account_id) references account`.execute(db);
}
