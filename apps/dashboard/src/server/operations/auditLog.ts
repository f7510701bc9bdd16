import { listAuditEntries } from "@portico/store";
import type { Operation } from "../deps.ts";
import { toSeconds } from "../ownerResponse.ts";

/** GET /dashboard/audit_log */
export const getDashboardAuditLog: Operation<"getDashboardAuditLog"> = async ({ query, reply }, { db, session }) => {
  const { entries, total } = await listAuditEntries(db, { accountId: session.accountId, ...query });
  const list = entries.map(({ id, createdAt, actor, isOperator, action, subject, detail }) => {
    return {
      id: Number(id),
      created_at: toSeconds(createdAt),
      actor,
      is_operator: isOperator,
      action,
      subject,
      detail,
    };
  });
  return reply(200, { audit_list: list, total_count: total });
};
