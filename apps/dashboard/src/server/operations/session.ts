import { deleteAccountSessions, deleteDashboardSession } from "@portico/store";
import type { Operation } from "../deps.ts";
import { permissionsOf } from "../access.ts";
import { csrfToken } from "../sessions.ts";
import { toSeconds, toOwnerResponse } from "../ownerResponse.ts";

/** GET /dashboard/session */
export const getDashboardSession: Operation<"getDashboardSession"> = async ({ reply }, deps) => {
  const { session, apiUrl, connectUrl, docsUrl } = deps;
  return reply(200, {
    account_id: session.accountId,
    ...toOwnerResponse(session.subject),
    name: session.name,
    role: session.role,
    permissions: permissionsOf(session.role),
    is_operator: session.isOperator,
    is_disabled: session.isDisabled,
    csrf_token: csrfToken(session),
    expires_at: toSeconds(session.expiresAt),
    api_url: apiUrl,
    connect_url: connectUrl,
    docs_url: docsUrl,
  });
};

/** POST /dashboard/sign-out: the remaining cookie is invalid. */
export const postDashboardSignOut: Operation<"postDashboardSignOut"> = async ({ body, reply }, { db, session }) => {
  if (body?.is_everywhere === true) await deleteAccountSessions(db, session.ownAccountId);
  else await deleteDashboardSession(db, session.token);
  return reply(204);
};
