import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { Store } from "../database/database.ts";
import type { NoticeTable } from "./alertSchema.ts";

export type NewNotice = { accountId: string; title: string; body: string };

export type Notice = NewNotice & { id: bigint; createdAt: Date; isRead: boolean };

const NOTICE_DAYS = 90;

export async function writeNotices(db: Store, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return;
  await sql`
    insert into notice (account_id, title, body) select * from unnest(
      ${notices.map(({ accountId }) => accountId)}::text[], ${notices.map(({ title }) => title)}::text[],
      ${notices.map(({ body }) => body)}::text[]
    )`.execute(db);
}

/** A page of an account's notices, newest first, with how many there are and how many are unread. */
export async function listNotices(
  db: Store,
  { accountId, start, limit }: { accountId: string; start: number; limit: number },
): Promise<{ notices: Notice[]; total: number; unread: number }> {
  const [page, counts] = await Promise.all([
    sql<Selectable<NoticeTable>>`
      select * from notice where account_id = ${accountId} order by id desc limit ${limit} offset ${start}`.execute(db),
    sql<{ total: number; unread: number }>`
      select count(*)::float8 as total, count(*) filter (where read_at is null)::float8 as unread
      from notice where account_id = ${accountId}`.execute(db),
  ]);
  const { total = 0, unread = 0 } = counts.rows[0] ?? {};
  return { notices: page.rows.map(toNotice), total, unread };
}

/** Marks all notices of an account as read. @returns how many were not. */
export async function markNoticesRead(db: Store, accountId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update notice set read_at = now() where account_id = ${accountId} and read_at is null`.execute(db);
  return Number(numAffectedRows);
}

export async function deleteOldNotices(db: Store): Promise<void> {
  await sql`delete from notice where created_at < now() - ${NOTICE_DAYS} * interval '1 day'`.execute(db);
}

const toNotice = (row: Selectable<NoticeTable>): Notice => ({
  id: row.id,
  accountId: row.account_id,
  title: row.title,
  body: row.body,
  createdAt: row.created_at,
  isRead: row.read_at !== null,
});
