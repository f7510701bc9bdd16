import { addressKey, ERRORS, sendError, ServiceError } from "@portico/server";
import { rateHeaders, refusedBodyPoints } from "@portico/metering";
import { Router, type Response } from "express";
import { createBackend } from "./createBackend.ts";
import { loadDefinition } from "./definition.ts";
import type { DashboardDeps } from "./deps.ts";
import { openExchange, type LooseReply } from "./exchange.ts";
import { operations } from "./operations.ts";
import type { Sessions } from "./sessions.ts";

/** The operations of the contract, below /dashboard/. */
export async function operationRoutes(deps: DashboardDeps, sessions: Sessions): Promise<Router> {
  const backend = await createBackend({ definition: loadDefinition(), deps, sessions, handlers: operations });
  return Router().use(async (req, res, next) => {
    if (!req.path.startsWith("/dashboard/")) return next();
    res.set("Cache-Control", "no-store");
    const address = addressKey(req.ip);
    res.set(rateHeaders(await deps.limits("callsByAddress", address)));
    const exchange = openExchange(req, res);
    try {
      send(res, await backend(exchange));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === "internal_error") throw error;
      const points = ERRORS[error.code][0] < 500 ? refusedBodyPoints(exchange.bodyLength) : 0;
      if (points > 0) await deps.limits("callsByAddress", address, points).catch(() => undefined); // the next call is refused
      if (!req.complete) res.set("Connection", "close"); // the rest of the body is not read
      sendError(req, res, error);
    }
  });
}

function send(res: Response, { status, type = "application/json", body, headers = {} }: LooseReply): void {
  res.status(status).set(headers as Record<string, string>);
  if (body === undefined) return void res.end();
  res.setHeader("Content-Type", type); // Express's own way would name a charset for pictures, too
  res.end(Buffer.isBuffer(body) || typeof body === "string" ? body : JSON.stringify(body));
}
