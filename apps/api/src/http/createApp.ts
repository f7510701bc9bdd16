import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { requestContextOf, type ServiceMetrics } from "@portico/server/telemetry";
import express, { type Express, type Request } from "express";
import type { Logger } from "pino";
import { invalidParams } from "../errors.ts";
import {
  addressForLog,
  isPreflight,
  type LogAddresses,
  openExchange as openPipelineExchange,
  PREFLIGHT_HEADERS,
  pathForLog,
  splitProfilePath,
  splitTarget,
  trustProxies,
} from "@portico/server";
import type { ApiPipeline } from "./createApiPipeline.ts";
import type { Exchange } from "./exchange.ts";
import { sendError, type SendOptions } from "./sendReply.ts";
import { writeEmpty } from "./writeReply.ts";

export interface AppOptions extends SendOptions {
  readonly pipeline: ApiPipeline;
  readonly metrics: ServiceMetrics | undefined;
  readonly trustedProxies: readonly string[];
  readonly logAddresses: LogAddresses | undefined;
}

/** The HTTP layer outside of the contract: request ids, CORS, one log line per request, errors as problems. */
export function createApp({ pipeline, trustedProxies, metrics, logAddresses, ...options }: AppOptions): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  trustProxies(app, trustedProxies);
  app.use((req: IncomingMessage, res: ServerResponse) => {
    const exchange = openExchange(req, res);
    requestContextOf(res).requestId = exchange.requestId;
    watch(exchange, { log: options.log, metrics, logAddresses, record: pipeline.record });
    return answer(exchange, pipeline, options);
  });
  return app;
}

async function answer(exchange: Exchange, pipeline: ApiPipeline, options: SendOptions): Promise<void> {
  if (isPreflight(exchange.req)) return writeEmpty(exchange, { status: 204, headers: PREFLIGHT_HEADERS });
  if (!isDecodable(exchange.path)) {
    return sendError(exchange, invalidParams({ path: "is not valid percent-encoded UTF-8" }), options);
  }
  const allow = exchange.method === "OPTIONS" ? pipeline.allowedMethods(exchange.path) : "";
  if (allow !== "") return writeEmpty(exchange, { status: 204, headers: { Allow: allow } });
  await pipeline.answer(exchange);
}

function openExchange(req: IncomingMessage, res: ServerResponse): Exchange {
  const target = splitTarget(req.url ?? "/");
  const { path, profile: pathProfile } = splitProfilePath(target.path);
  return {
    ...openPipelineExchange(req, res, { ...target, path }),
    charge: undefined,
    chargedUnits: 0,
    requestId: randomUUID(),
    pathProfile,
    profile: pathProfile ?? "seed",
    accessKey: undefined,
    rate: undefined,
    findUnits: undefined,
    store: undefined,
  };
}

function isDecodable(path: string): boolean {
  if (!path.includes("%")) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

interface Watch {
  readonly log: Logger;
  readonly metrics: ServiceMetrics | undefined;
  readonly logAddresses: LogAddresses | undefined;
  readonly record: ApiPipeline["record"];
}

/** Counts and records a request, and logs one line for it. Never the query or headers: either may contain a key. */
function watch(exchange: Exchange, { log, metrics, logAddresses, record }: Watch): void {
  const isLogged = log.isLevelEnabled("info");
  const { req, res, requestId, path } = exchange;
  const startedAt = performance.now();
  const address = isLogged ? addressForLog((req as Request).ip, logAddresses) : undefined; // gone once it is closed
  metrics?.begin();
  res.once("close", () => {
    const tookMs = performance.now() - startedAt;
    metrics?.end(res, tookMs);
    record(exchange, tookMs);
    if (!isLogged) return;
    const durationMs = Math.round(tookMs * 10) / 10;
    const keyId = exchange.accessKey?.id;
    log.info(
      { requestId, address, method: req.method, path: pathForLog(path), status: res.statusCode, durationMs, keyId },
      "request",
    );
  });
}
