import type { DashboardOperationId } from "@portico/contract";
import { refusedBodyPoints } from "@portico/metering";
import {
  addressKey,
  createBodyReader,
  createPipeline,
  ERRORS,
  type Operation,
  sendError,
  ServiceError,
} from "@portico/server";
import type { Response } from "express";
import { assertMay } from "./access.ts";
import { audited } from "./audited.ts";
import { loadDefinition } from "./definition.ts";
import type { DashboardDeps } from "./deps.ts";
import type { Exchange, LooseReply } from "./exchange.ts";
import type { operations } from "./operations.ts";
import { readBytes } from "./readBytes.ts";
import type { Sessions } from "./sessions.ts";

export interface DashboardPipelineOptions {
  readonly deps: DashboardDeps;
  readonly sessions: Sessions;
  readonly handlers: typeof operations;
}

const readBody = createBodyReader({ bytes: 64 * 1024, text: "64 kB" });

/** The pipeline of the contract with the dashboard's sessions. Rejects with faults only. */
export function createDashboardPipeline(options: DashboardPipelineOptions): (exchange: Exchange) => Promise<void> {
  const { deps, sessions, handlers } = options;
  return createPipeline<DashboardOperationId, Exchange, LooseReply>({
    definition: loadDefinition(),
    handlers: audited(handlers),
    authenticate: async (exchange, { operationId, security = [] }) => {
      const session = await sessions.get(exchange.req);
      exchange.session = session;
      assertMay(session, operationId);
      if (security.some((scheme) => "CsrfToken" in scheme)) sessions.assertOwnPage(exchange.req, session);
    },
    readBody: readJson,
    provide: ({ req, session, params, operation }) => {
      if (session === undefined || operation === undefined) throw new TypeError("Every operation requires a session");
      assertIds(params);
      return {
        deps: { ...deps, session, operationId: operation.operationId, readBytes: () => readBytes(req), note: ignore },
      };
    },
    send: (exchange, reply) => {
      logChange(exchange, deps);
      send(exchange.res, reply);
    },
    fail: (exchange, error) => fail(exchange, error, deps),
  });
}

/** @returns undefined for an operation without a JSON body, and `{}` for a body that may be left out and was. */
async function readJson(exchange: Exchange, { requestBody }: Operation): Promise<object | undefined> {
  if (requestBody === undefined || !("application/json" in requestBody.content)) return undefined;
  const { req, res } = exchange;
  const admitBody = (length: number): void => void (exchange.bodyLength = length);
  const isEmpty = (req.headers["content-length"] ?? "0") === "0" && req.headers["transfer-encoding"] === undefined;
  return isEmpty && requestBody.required !== true ? {} : await readBody(req, res, admitBody);
}

const ignore = (): void => undefined;

/** Rejects ids with a zero byte, which PostgreSQL does not accept in a query. */
function assertIds(params: Exchange["params"]): void {
  if (!JSON.stringify(params).includes(String.raw`\u0000`)) return;
  throw new ServiceError("not_found", "No such path");
}

function logChange({ method, operation, params, res, session }: Exchange, { log }: DashboardDeps): void {
  if (method === "GET") return;
  const requestId = String(res.locals["requestId"]);
  log.info({ requestId, accountId: session?.accountId, operationId: operation?.operationId, ...params }, "changed");
}

function send(res: Response, { status, type = "application/json", body, headers = {} }: LooseReply): void {
  res.status(status).set(headers as Record<string, string>);
  if (body === undefined) return void res.end();
  res.setHeader("Content-Type", type); // Express would add a charset, to images as well
  res.end(Buffer.isBuffer(body) || typeof body === "string" ? body : JSON.stringify(body));
}

/** A refused body counts against the limit of its address. Faults are left to the server's error handler. */
async function fail({ req, res, bodyLength }: Exchange, error: unknown, { limits, log }: DashboardDeps): Promise<void> {
  if (!(error instanceof ServiceError) || error.code === "internal_error") throw error;
  const isFault = ERRORS[error.code][0] >= 500;
  if (isFault && error.cause !== undefined)
    log.error({ requestId: String(res.locals["requestId"]), err: error.cause }, "an operation failed");
  const points = isFault ? 0 : refusedBodyPoints(bodyLength);
  if (points > 0) await limits("callsByAddress", addressKey(req.ip), points).catch(() => undefined); // the next call is refused
  if (!req.complete) res.set("Connection", "close"); // the rest of the body is not read
  sendError(req, res, error);
}
