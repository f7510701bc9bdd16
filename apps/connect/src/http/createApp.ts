import { createServiceApp, type LogAddresses, openRequest, pinHost } from "@portico/server";
import { isDatabaseAway } from "@portico/store";
import type { ServiceMetrics } from "@portico/server/telemetry";
import type { Express, Router } from "express";
import type { Logger } from "pino";
import { securityHeaders } from "./securityHeaders.ts";

export interface AppOptions {
  readonly issuer: string;
  readonly log: Logger;
  readonly metrics: ServiceMetrics | undefined;
  readonly trustedProxies: readonly string[];
  readonly logAddresses: LogAddresses | undefined;
  /** For load balancers. */
  readonly health: Router;
  /** In the order in which they run. */
  readonly routers: readonly Router[];
}

/** The HTTP layer around the routes: request ids, the log, the host, security headers, 404 and errors. */
export const createApp = ({
  issuer,
  log,
  metrics,
  trustedProxies,
  logAddresses,
  health,
  routers,
}: AppOptions): Express =>
  createServiceApp({
    log,
    trustedProxies,
    handlers: [
      openRequest({ log, metrics, logAddresses, maskPath }),
      securityHeaders(issuer),
      health,
      pinHost(issuer),
      ...routers,
    ],
    isDatabaseAway,
  });

/** The id of an interaction is a secret. */
const maskPath = (path: string): string => path.replace(/^\/(signin|phone|oauth2\/authorize)\/[^/]+/, "/$1/:uid");
