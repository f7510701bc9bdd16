import { notReadyError } from "@portico/server";
import { assertMigrated, listChainStates } from "@portico/store";
import type { Operation } from "../../deps.ts";

/** GET /readyz: the database responds, with migrated tables. */
export const getReadyz: Operation<"getReadyz"> = async ({ reply }, { db, notifications }) => {
  await Promise.all([listChainStates(db), assertMigrated(db)]).catch((error: unknown) => {
    throw notReadyError(error);
  });
  return reply(200, { status: "ok", notifications: notifications.isReceiving ? "received" : "lost" });
};
