import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import type { Logger } from "pino";
import { ServiceError } from "../problem/errors.ts";
import { sendError, sendProblem } from "../problem/sendProblem.ts";
import { trustProxies } from "./trustedProxies.ts";

export interface ServiceAppOptions {
  readonly log: Logger;
  readonly trustedProxies: readonly string[];
  /** In the order in which they run. */
  readonly handlers: readonly RequestHandler[];
  /** Whether an error means that the database is unavailable. */
  readonly isDatabaseAway: (error: unknown) => boolean;
}

/** An Express app with strict paths, no `X-Powered-By`, and errors as problem details (RFC 9457). */
export function createServiceApp({ log, trustedProxies, handlers, isDatabaseAway }: ServiceAppOptions): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  app.enable("strict routing");
  app.set("query parser", "simple");
  trustProxies(app, trustedProxies);
  app.use(...handlers);
  app.use((req, res) => sendProblem(req, res, "not_found", "Nothing exists at this path"));
  app.use(answerFault(log, isDatabaseAway));
  return app;
}

/** Deliberate errors are sent as they are; a path that can't be decoded is 404; anything else is 500 without detail. */
function answerFault(log: Logger, isDatabaseAway: (error: unknown) => boolean): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    if (error instanceof ServiceError && error.cause === undefined) return sendError(req, res, error);
    if (error instanceof URIError) return sendProblem(req, res, "not_found", "Nothing exists at this path");
    log.error({ requestId: res.locals["requestId"] as string, err: error }, "a request failed");
    if (error instanceof ServiceError) return sendError(req, res, error);
    if (!isDatabaseAway(error)) return sendProblem(req, res, "internal_error", "Internal server error");
    res.setHeader("Retry-After", "1");
    sendProblem(req, res, "upstream_error", "The database is unavailable");
  };
}
