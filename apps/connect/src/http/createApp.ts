import { trustProxies } from "@portico/http";
import { isDatabaseAway } from "@portico/store";
import express, { type ErrorRequestHandler, type Express, type Router } from "express";
import type { Logger } from "pino";
import { openRequest } from "./openRequest.ts";
import { pinHost } from "./pinHost.ts";
import { sendProblem } from "./problem.ts";
import { securityHeaders } from "./securityHeaders.ts";

export interface AppOptions {
  readonly issuer: string;
  readonly log: Logger;
  readonly trustedProxies: readonly string[];
  /** In the order in which they are asked. */
  readonly routers: readonly Router[];
}

/** Everything of HTTP around the routes: request ids, the log, the host, security headers, 404 and faults. */
export function createApp({ issuer, log, trustedProxies, routers }: AppOptions): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  app.enable("strict routing");
  app.set("query parser", "simple");
  trustProxies(app, trustedProxies);
  app.use(openRequest(log), securityHeaders(issuer), pinHost(issuer), ...routers);
  app.use((req, res) => sendProblem(req, res, "not_found", "There is nothing at this path"));
  app.use(answerFault(log));
  return app;
}

/** A path that can't be decoded is not found; anything else that was thrown is a fault of ours, told without detail. */
function answerFault(log: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    if (error instanceof URIError) return sendProblem(req, res, "not_found", "There is nothing at this path");
    log.error({ requestId: res.locals["requestId"] as string, err: error }, "a request failed");
    if (!isDatabaseAway(error)) return sendProblem(req, res, "internal_error", "The server made a mistake");
    res.setHeader("Retry-After", "1");
    sendProblem(req, res, "upstream_error", "The database does not answer");
  };
}
