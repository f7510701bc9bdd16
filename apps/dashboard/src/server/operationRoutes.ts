import { rateHeaders } from "@portico/metering";
import { addressKey } from "@portico/server";
import { Router } from "express";
import { createDashboardPipeline } from "./createDashboardPipeline.ts";
import type { DashboardDeps } from "./deps.ts";
import { openDashboardExchange } from "./exchange.ts";
import { operations } from "./operations.ts";
import type { Sessions } from "./sessions.ts";

/** The operations of the contract, below /dashboard/. */
export function operationRoutes(deps: DashboardDeps, sessions: Sessions): Router {
  const answer = createDashboardPipeline({ deps, sessions, handlers: operations });
  return Router().use(async (req, res, next) => {
    if (!req.path.startsWith("/dashboard/")) return next();
    res.set("Cache-Control", "no-store");
    res.set(rateHeaders(await deps.limits("callsByAddress", addressKey(req.ip))));
    await answer(openDashboardExchange(req, res));
  });
}
