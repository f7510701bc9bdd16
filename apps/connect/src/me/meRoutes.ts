import {
  applyMask,
  CORS_HEADERS,
  type FieldMask,
  isPreflight,
  PREFLIGHT_HEADERS,
  sendError,
  ServiceError,
} from "@portico/server";
import { Router, type Request, type Response } from "express";
import type { ConnectDeps } from "../deps.ts";
import { baseHandlers } from "./base.ts";
import { ALLOW, createMeBackend } from "./createMeBackend.ts";
import type { DataApi } from "./dataApi.ts";
import { isMine, listMeOperations, loadMeDefinition, type MeDefinition } from "./definition.ts";
import type { MeExchange, MeReply } from "./exchange.ts";
import { createMeGate } from "./meGate.ts";
import { createPortfolioHandler } from "./portfolio.ts";
import { CHALLENGE, prepareRefusal } from "./prepareRefusal.ts";
import { socialHandlers } from "./social.ts";
import type { People } from "./toUsers.ts";

/** A reply is its token's own: no shared cache may keep it, and what a private one keeps depends on what Vary names. */
const HEADERS = { "Cache-Control": "private, no-cache", Vary: "Accept, Authorization, X-Fields", ...CORS_HEADERS };

interface MeDeps extends Pick<ConnectDeps, "issuer" | "log" | "metering">, People {
  /** Undefined: nothing is said of portfolios. */
  readonly dataApi: DataApi | undefined;
}

/** The user data interfaces: `GET /v1/me` and what is below, for applications with a bearer token. */
export function meRoutes({ db, findNames, issuer, dataApi, log, metering }: MeDeps): Router {
  const definition = loadMeDefinition();
  const handlers = listHandlers(definition, { db, findNames }, dataApi);
  const backend = createMeBackend({ definition, db, issuer, handlers, gate: createMeGate(metering) });
  const answer = async (req: Request, res: Response): Promise<void> => {
    const exchange = openExchange(req, res);
    try {
      if (req.method === "OPTIONS") return answerOptions(req, res);
      send(res, await (await backend)(exchange), exchange.mask);
    } catch (error) {
      exchange.charge?.refund();
      if (!(error instanceof ServiceError)) throw error;
      if (error.cause !== undefined && !res.destroyed) {
        log.error({ requestId: String(res.locals["requestId"]), err: error.cause }, "a user data request failed");
      }
      sendError(req, res, error);
    }
  };
  return Router().use(async (req, res, next) => {
    if (!isMine(req.path)) return next();
    res.set(HEADERS);
    prepareRefusal(req, res);
    await answer(req, res);
  });
}

function listHandlers(definition: MeDefinition, people: People, dataApi: DataApi | undefined) {
  const own = { ...baseHandlers(people, dataApi), ...socialHandlers(people) };
  const all = listMeOperations(definition).map(
    ({ operationId, path }) => [operationId, own[operationId] ?? createPortfolioHandler(dataApi, path)] as const,
  );
  return new Map(all);
}

function answerOptions(req: Request, res: Response): void {
  res.removeHeader(CHALLENGE);
  res.set(isPreflight(req) ? PREFLIGHT_HEADERS : { Allow: ALLOW });
  res.status(204).end();
}

function openExchange(req: Request, res: Response): MeExchange {
  const gone = new AbortController();
  res.once("close", () => gone.abort());
  const { path } = req;
  const method = req.method === "HEAD" ? "GET" : req.method;
  return {
    req,
    rawQuery: req.url.includes("?") ? req.url.slice(req.url.indexOf("?") + 1) : "",
    gone: gone.signal,
    routed: { method, path, headers: {}, query: {}, params: {}, cookies: {}, requestBody: undefined },
    bearer: undefined,
    charge: undefined,
    query: {},
    queryErrors: {},
    mask: undefined,
  };
}

function send(res: Response, reply: MeReply, mask: FieldMask | undefined): void {
  if (!("bytes" in reply) || reply.status < 400) res.removeHeader(CHALLENGE);
  if ("bytes" in reply) {
    res.status(reply.status).set(reply.headers).end(reply.bytes);
    return;
  }
  const body = mask === undefined ? reply.body : applyMask(reply.body, mask);
  res.status(200).type("application/json").send(JSON.stringify(body));
}
