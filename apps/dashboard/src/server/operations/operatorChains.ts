import { toChainStatusResponse } from "@portico/server";
import { listChainStatus } from "@portico/store";
import type { Operation } from "../deps.ts";

/** GET /dashboard/operator/chains */
export const getDashboardOperatorChains: Operation<"getDashboardOperatorChains"> = async ({ reply }, { db }) =>
  reply(200, (await listChainStatus(db)).map(toChainStatusResponse));
