import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { factsOf, type ServiceMetrics } from "@portico/server/telemetry";
import express, { type Express, type Request } from "express";
import type { Logger } from "pino";
import { invalidParams } from "../errors.ts";
import {
  addressForLog,
  isPreflight,
  type LogAddresses,
  maskKeys,
  PREFLIGHT_HEADERS,
  trustProxies,
} from "@portico/server";
import type { Router } from "./createRouter.ts";
import type { Exchange } from "./exchange.ts";
import { sendError, sendReply, type SendOptions } from "./sendReply.ts";
import { writeEmpty } from "./writeReply.ts";

export interface AppOptions extends SendOptions {
  readonly router: Router;
  readonly metrics: ServiceMetrics | undefined;
  readonly trustedProxies: readonly string[];
  readonly logAddresses: LogAddresses | undefined;
}

/** Everything of HTTP that isn't the contract's: request ids, CORS, one log line per request, errors as problems. */
export function createApp({ router, trustedProxies, metrics, logAddresses, ...options }: AppOptions): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  trustProxies(app, trustedProxies);
  app.use((req: IncomingMessage, res: ServerResponse) => {
    const exchange = openExchange(req, res);
    factsOf(res).requestId = exchange.requestId;
    watch(exchange, { log: options.log, metrics, logAddresses });
    return answer(exchange, router, options);
  });
  return app;
}

async function answer(exchange: Exchange, router: Router, options: SendOptions): Promise<void> {
  if (isPreflight(exchange.req)) return writeEmpty(exchange, { status: 204, headers: PREFLIGHT_HEADERS });
  try {
    assertDecodable(exchange.path);
    const reply = await router(exchange);
    if (reply.status >= 400) exchange.charge?.refund();
    sendReply(exchange, reply, options);
  } catch (error) {
    exchange.charge?.refund();
    sendError(exchange, error, options);
  }
}

function openExchange(req: IncomingMessage, res: ServerResponse): Exchange {
  const { path, rawQuery } = splitTarget(req.url ?? "/");
  const method = req.method === "HEAD" ? "GET" : (req.method ?? "GET");
  const headers = req.headers as Record<string, string | string[]>;
  return {
    req,
    res,
    requestId: randomUUID(),
    path,
    rawQuery,
    routed: { method, path, headers, query: {}, params: {}, cookies: {}, requestBody: undefined },
    query: {},
    queryErrors: {},
    operation: undefined,
    accessKey: undefined,
    rate: undefined,
    findUnits: undefined,
    charge: undefined,
    bodyLength: 0,
    mask: undefined,
    keep: undefined,
  };
}

/** The target may be in absolute form (RFC 9112 section 3.2.2): whatever host it names, only its path counts. */
function splitTarget(target: string): { path: string; rawQuery: string } {
  const local = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?#]*/i, "");
  const at = local.indexOf("?");
  const path = at === -1 ? local : local.slice(0, at);
  return { path: path.startsWith("/") ? path : `/${path}`, rawQuery: at === -1 ? "" : local.slice(at + 1) };
}

function assertDecodable(path: string): void {
  if (!path.includes("%")) return;
  try {
    decodeURIComponent(path);
  } catch {
    throw invalidParams({ path: "is not valid percent-encoded UTF-8" });
  }
}

interface Watch {
  readonly log: Logger;
  readonly metrics: ServiceMetrics | undefined;
  readonly logAddresses: LogAddresses | undefined;
}

/** Counts it, and logs one line for it. Never the query or a header: a key may be in either. */
function watch(exchange: Exchange, { log, metrics, logAddresses }: Watch): void {
  const isLogged = log.isLevelEnabled("info");
  if (!isLogged && metrics === undefined) return;
  const { req, res, requestId, path } = exchange;
  const startedAt = performance.now();
  const address = addressForLog((req as Request).ip, logAddresses);
  metrics?.begin();
  res.once("close", () => {
    const tookMs = performance.now() - startedAt;
    metrics?.end(res, tookMs);
    if (!isLogged) return;
    const durationMs = Math.round(tookMs * 10) / 10;
    const keyId = exchange.accessKey?.id;
    log.info(
      { requestId, address, method: req.method, path: maskKeys(path), status: res.statusCode, durationMs, keyId },
      "request",
    );
  });
}
