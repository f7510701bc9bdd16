import { notReadyError } from "@portico/server";
import { assertMigrated, listChainStates } from "@portico/store";
import type { Operation } from "../../deps.ts";

/** GET /readyz: the database responds, with migrated tables. */
export const getReadyz: Operation<"getReadyz"> = async ({ reply }, deps) => {
  const { primary, notifications } = deps;
  await Promise.all([listChainStates(primary), assertMigrated(primary)]).catch((error: unknown) => {
    throw notReadyError(error);
  });
  const replicas = deps.countReplicas();
  return reply(200, {
    status: "ok",
    notifications: notifications.isReceiving ? "received" : "lost",
    ...(replicas && { replicas }),
  });
};
