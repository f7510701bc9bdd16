import { assertMigrated, listChainStates } from "@portico/store";
import type { Operation } from "../../deps.ts";
import { ServiceError } from "../../errors.ts";

/** GET /readyz: the database responds, with migrated tables. */
export const getReadyz: Operation<"getReadyz"> = async ({ reply }, { db, notifications }) => {
  await Promise.all([listChainStates(db), assertMigrated(db)]).catch((error: unknown) => {
    const headers = { "Retry-After": "1" };
    throw new ServiceError("upstream_error", "The database is unavailable or not migrated", {
      cause: error,
      headers,
    });
  });
  return reply(200, { status: "ok", notifications: notifications.isReceiving ? "received" : "lost" });
};
