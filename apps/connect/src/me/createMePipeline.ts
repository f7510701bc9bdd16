import type { ConnectOperationId } from "@portico/contract";
import {
  createPipeline,
  type Definition,
  readProfileHeader,
  type ResponseProfile,
  sendError,
  ServiceError,
} from "@portico/server";
import { liveOperationOf } from "@portico/server/live";
import type { Store } from "@portico/store";
import type { Response } from "express";
import type { Logger } from "pino";
import { assertScope, checkBearer } from "./checkBearer.ts";
import { assertOwnId } from "./assertOwnId.ts";
import { loadLiveMeDefinition, scopeOf } from "./definition.ts";
import type { MeExchange, MeHandler, MeReply } from "./exchange.ts";
import type { MeGate } from "./meGate.ts";
import { CHALLENGE } from "./prepareRefusal.ts";

export type MeOperationId = Extract<ConnectOperationId, `getMe${string}`>;

export interface MePipelineOptions {
  readonly definition: Definition;
  readonly db: Store;
  readonly issuer: string;
  readonly log: Logger;
  readonly gate: MeGate;
  readonly handlers: Readonly<Record<MeOperationId, MeHandler>>;
  /** Of answers to requests that don't say which. */
  readonly defaultProfile: ResponseProfile;
}

/** The pipeline of the contract with bearer tokens and the units of the application. Rejects with faults only. */
export function createMePipeline(options: MePipelineOptions): (exchange: MeExchange) => Promise<void> {
  const { definition, db, issuer, log, gate, handlers, defaultProfile } = options;
  return createPipeline<MeOperationId, MeExchange, MeReply>({
    definition,
    withOptions: true,
    handlers,
    authenticate: async (exchange, operation) => {
      await gate.countAddress(exchange);
      exchange.bearer = await checkBearer(exchange, { db, issuer });
      assertScope(exchange.bearer, scopeOf(operation));
      if (exchange.isOfDataApi) assertOwnId(exchange.rawQuery, exchange.bearer.account);
    },
    variant: {
      loadDefinition: loadLiveMeDefinition,
      choose: (exchange, { operationId }) => {
        const chosen = readProfileHeader(exchange.req);
        exchange.profile = exchange.pathProfile ?? chosen ?? defaultProfile;
        return exchange.profile === "live" ? liveOperationOf(operationId, exchange.rawQuery) : undefined;
      },
    },
    limit: (exchange) => gate.countClient(exchange),
    charge: (exchange, { operationId }) => gate.charge(exchange, operationId),
    provide: (exchange) => {
      if (exchange.bearer === undefined) throw new TypeError("An operation must require an access token");
      return { call: { account: exchange.bearer.account, exchange } };
    },
    send: ({ res }, reply) => send(res, reply),
    fail: ({ req, res }, error) => {
      if (!(error instanceof ServiceError)) throw error;
      if (error.cause !== undefined && !res.destroyed) {
        log.error({ requestId: String(res.locals["requestId"]), err: error.cause }, "a user data request failed");
      }
      sendError(req, res, error);
    },
  });
}

function send(res: Response, reply: MeReply): void {
  if (!("bytes" in reply) || reply.status < 400) res.removeHeader(CHALLENGE);
  if ("bytes" in reply) {
    res.status(reply.status).set(reply.headers).end(reply.bytes);
    return;
  }
  res.status(200).type("application/json").send(JSON.stringify(reply.body));
}
