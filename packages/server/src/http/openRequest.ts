import { randomUUID } from "node:crypto";
import { requestContextOf, type ServiceMetrics } from "../telemetry/telemetry.ts";
import type { Request, RequestHandler, Response } from "express";
import type { Logger } from "pino";
import { addressForLog, type LogAddresses } from "../log/logAddresses.ts";
import { pathForLog } from "../log/pathForLog.ts";

export interface RequestWatch {
  readonly log: Logger;
  readonly metrics?: ServiceMetrics | undefined;
  readonly logAddresses?: LogAddresses | undefined;
  /** Removes secrets from a path. */
  readonly maskPath?: (path: string) => string;
}

/**
 * Gives each request an id, for its response and the log, and logs one line when it ends: never the query or headers,
 * which may hold secrets.
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
    const path = pathForLog(maskPath(req.path));
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

/** Requests outside the contract are named by their route as declared, not by the requested path. */
function nameRoute(req: Request, res: Response): void {
  const { path } = (req.route ?? {}) as { path?: unknown };
  const context = requestContextOf(res);
  if (typeof path === "string") context.operation ??= path;
}
