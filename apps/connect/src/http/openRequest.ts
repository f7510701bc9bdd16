import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import type { Logger } from "pino";

/**
 * Names each request, for its answer and the log, and logs one line for it when it is over: never its query, a header or
 * the id of an interaction, which are secrets.
 */
export const openRequest =
  (log: Logger): RequestHandler =>
  (req, res, next) => {
    const requestId = randomUUID();
    res.locals["requestId"] = requestId;
    res.setHeader("X-Request-Id", requestId);
    const startedAt = performance.now();
    const { method, ip: address } = req;
    const path = maskPath(req.path);
    res.once("close", () => {
      const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
      log.info({ requestId, address, method, path, status: res.statusCode, durationMs }, "request");
    });
    next();
  };

const maskPath = (path: string): string =>
  path.replace(/^\/(signin|oauth2\/authorize)\/[^/]+/, "/$1/:uid").slice(0, 200);
