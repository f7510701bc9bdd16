import { sql } from "kysely";
import type { Selectable } from "kysely";
import { byteaToSubject, subjectToBytea } from "../accounts/subject.ts";
import type { Subject } from "../accounts/subject.ts";
import type { Store } from "../database/database.ts";
import type { AccountAuditEntryTable } from "./teamSchema.ts";

type NewAuditEntry = {
  accountId: string;
  actor: Subject;
  isOperator: boolean;
  /** `key.create`. */
  action: string;
  /** An id; null: the account. */
  subject: string | null;
  /** Never a secret. */
  detail: string | null;
};

export type AuditEntry = NewAuditEntry & { id: bigint; createdAt: Date };

/** Entries of an account that are kept. */
const MAX_ENTRIES = 5000;
const KEPT_DAYS = 366;

/** Adds an entry, and deletes the account's oldest beyond the limit. By account_audit_entry_by_account. */
export async function writeAuditEntry(db: Store, entry: NewAuditEntry): Promise<void> {
  const { accountId, actor, isOperator, action, subject, detail } = entry;
  await sql`
    with excess as (
      delete from account_audit_entry where account_id = ${accountId} and id <= (
        select id from account_audit_entry where account_id = ${accountId}
        order by id desc offset ${MAX_ENTRIES - 1} limit 1)
    )
    insert into account_audit_entry (account_id, actor, is_operator, action, subject, detail)
    values (${accountId}, ${subjectToBytea(actor)}, ${isOperator}, ${action}, ${subject}, ${detail})`.execute(db);
}

/** A page of an account's entries, newest first, and how many there are. */
export async function listAuditEntries(
  db: Store,
  { accountId, start, limit }: { accountId: string; start: number; limit: number },
): Promise<{ entries: AuditEntry[]; total: number }> {
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<Selectable<AccountAuditEntryTable>>`
      select * from account_audit_entry where account_id = ${accountId}
      order by id desc offset ${start} limit ${limit}`.execute(db),
    sql<{ total: number }>`
      select count(*)::integer as total from account_audit_entry where account_id = ${accountId}`.execute(db),
  ]);
  return { entries: rows.map(toEntry), total: counted[0]?.total ?? 0 };
}

/** By account_audit_entry_by_age. @returns their number. */
export async function deleteOldAuditEntries(db: Store): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from account_audit_entry where created_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

const toEntry = (row: Selectable<AccountAuditEntryTable>): AuditEntry => ({
  id: row.id,
  createdAt: row.created_at,
  accountId: row.account_id,
  actor: byteaToSubject(row.actor),
  isOperator: row.is_operator,
  action: row.action,
  subject: row.subject,
  detail: row.detail,
});
