import { CORS_HEADERS, type Definition, isPreflight, PREFLIGHT_HEADERS } from "@portico/server";
import { Router, type Request, type Response } from "express";
import type { ConnectDeps } from "../deps.ts";
import { baseHandlers } from "./base.ts";
import { createMePipeline, type MeOperationId } from "./createMePipeline.ts";
import type { DataApi } from "./dataApi.ts";
import { listMeOperations, loadMeDefinition } from "./definition.ts";
import { openMeExchange, type MeHandler } from "./exchange.ts";
import { createMeGate } from "./meGate.ts";
import { readMePath } from "./mePath.ts";
import { createPortfolioHandler } from "./portfolio.ts";
import { CHALLENGE, prepareRefusal } from "./prepareRefusal.ts";
import { socialHandlers } from "./social.ts";
import type { UserDirectory } from "./toUsers.ts";

/** A response belongs to its token: no shared cache may store it, and a private cache must consider Vary. */
const HEADERS = {
  "Cache-Control": "private, no-cache",
  Vary: "Accept, Authorization, X-Fields, X-Response-Profile",
  ...CORS_HEADERS,
};

interface MeDeps extends Pick<ConnectDeps, "defaultProfile" | "issuer" | "log" | "metering">, UserDirectory {
  /** Undefined: no portfolio endpoints. */
  readonly dataApi: DataApi | undefined;
}

/** The user data endpoints: `GET /v1/me` and below, for applications with a bearer token; see readMePath. */
export function meRoutes({ db, findNames, issuer, dataApi, log, metering, defaultProfile }: MeDeps): Router {
  const definition = loadMeDefinition();
  const handlers = listHandlers(definition, { db, findNames }, dataApi);
  const gate = createMeGate(metering);
  const answer = createMePipeline({ definition, db, issuer, log, handlers, gate, defaultProfile });
  return Router().use(async (req, res, next) => {
    const path = readMePath(req.path);
    if (path === undefined) return next();
    res.set(HEADERS);
    prepareRefusal(req, res);
    if (req.method === "OPTIONS") return answerOptions(req, res);
    const exchange = openMeExchange(req, res, path);
    const startedAt = performance.now();
    res.once("close", () => gate.record(exchange, performance.now() - startedAt));
    await answer(exchange);
  });
}

function listHandlers(
  definition: Definition,
  directory: UserDirectory,
  dataApi: DataApi | undefined,
): Readonly<Record<MeOperationId, MeHandler>> {
  const own = { ...baseHandlers(directory, dataApi), ...socialHandlers(directory) };
  const all = listMeOperations(definition).map(
    ({ operationId, path }) => [operationId, own[operationId] ?? createPortfolioHandler(dataApi, path)] as const,
  );
  return Object.fromEntries(all) as Record<MeOperationId, MeHandler>;
}

/** Allowed methods of every path; the contract has only GET here. */
const ALLOW = "GET, HEAD, OPTIONS";

function answerOptions(req: Request, res: Response): void {
  res.removeHeader(CHALLENGE);
  res.set(isPreflight(req) ? PREFLIGHT_HEADERS : { Allow: ALLOW });
  res.status(204).end();
}
