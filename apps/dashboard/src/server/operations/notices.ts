import { listNotices, markNoticesRead } from "@portico/store";
import type { Operation } from "../deps.ts";
import { toSeconds } from "../ownerResponse.ts";

/** GET /dashboard/notices */
export const getDashboardNotices: Operation<"getDashboardNotices"> = async ({ query, reply }, { db, session }) => {
  const { notices, total, unread } = await listNotices(db, { accountId: session.accountId, ...query });
  const list = notices.map(({ id, title, body, createdAt, isRead }) => {
    return { id: Number(id), title, text: body, created_at: toSeconds(createdAt), is_read: isRead };
  });
  return reply(200, { notice_list: list, total_count: total, unread_count: unread });
};

/** POST /dashboard/notices/read */
export const postDashboardNoticesRead: Operation<"postDashboardNoticesRead"> = async ({ reply }, { db, session }) =>
  reply(200, { read_count: await markNoticesRead(db, session.accountId) });
