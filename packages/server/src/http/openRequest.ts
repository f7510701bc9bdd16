import { randomUUID } from "node:crypto";
import { factsOf, type ServiceMetrics } from "../telemetry/telemetry.ts";
import type { Request, RequestHandler, Response } from "express";
import type { Logger } from "pino";
import { addressForLog, type LogAddresses } from "../log/logAddresses.ts";
import { maskKeys } from "../log/maskKeys.ts";

export interface RequestWatch {
  readonly log: Logger;
  readonly metrics?: ServiceMetrics | undefined;
  readonly logAddresses?: LogAddresses | undefined;
  /** Takes out of a path what is a secret. */
  readonly maskPath?: (path: string) => string;
}

/**
 * Names each request, for its answer and the log, and logs one line for it when it is over: never its query or a header,
 * which may be secrets.
 */
export const openRequest =
  ({ log, metrics, logAddresses, maskPath = (path) => path }: RequestWatch): RequestHandler =>
  (req, res, next) => {
    const requestId = randomUUID();
    res.locals["requestId"] = requestId;
    res.setHeader("X-Request-Id", requestId);
    const startedAt = performance.now();
    const { method } = req;
    const address = addressForLog(req.ip, logAddresses);
    const path = maskKeys(maskPath(req.path)).slice(0, 200);
    metrics?.begin();
    res.once("close", () => {
      const tookMs = performance.now() - startedAt;
      if (metrics) {
        nameRoute(req, res);
        metrics.end(res, tookMs);
      }
      const durationMs = Math.round(tookMs * 10) / 10;
      log.info({ requestId, address, method, path, status: res.statusCode, durationMs }, "request");
    });
    next();
  };

/** What no operation is, is called by its route: as it was declared, not as it was asked for. */
function nameRoute(req: Request, res: Response): void {
  const { path } = (req.route ?? {}) as { path?: unknown };
  const facts = factsOf(res);
  if (typeof path === "string") facts.operation ??= path;
}
