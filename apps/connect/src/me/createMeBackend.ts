import {
  assertMaskFits,
  createBackend,
  type FieldMask,
  invalidParams,
  parseMask,
  querySpecOf,
  readQuery,
  ServiceError,
  toValidationError,
} from "@portico/server";
import type { Store } from "@portico/store";
import { nameOperation } from "@portico/server/telemetry";
import type { Context } from "openapi-backend";
import { checkBearer } from "./checkBearer.ts";
import { listMeOperations, type MeDefinition, type MeOperation } from "./definition.ts";
import type { MeGate } from "./meGate.ts";
import type { MeExchange, MeHandler, MeReply } from "./exchange.ts";

export interface MeBackendOptions {
  readonly definition: MeDefinition;
  readonly db: Store;
  readonly issuer: string;
  readonly gate: MeGate;
  /** By operationId: one for every operation. */
  readonly handlers: ReadonlyMap<string, MeHandler>;
}

/** What every path answers to; the contract has nothing but GET here. */
export const ALLOW = "GET, HEAD, OPTIONS";

/** Routes, checks the token and the limits, validates, charges, and calls the handler, in this order. Rejects with what any of them throws. */
export async function createMeBackend(options: MeBackendOptions): Promise<(exchange: MeExchange) => Promise<MeReply>> {
  const { definition, db, issuer, gate, handlers } = options;
  const operations = new Map(listMeOperations(definition).map((operation) => [operation.operationId, operation]));
  const operationOf = ({ operation }: Context): MeOperation => operations.get(operation?.operationId ?? "")!;
  const api = await createBackend(definition, {
    securityHandlers: {
      OAuth2: async (context: Context, exchange: MeExchange) => {
        await gate.countAddress(exchange);
        exchange.bearer = await checkBearer(exchange, { db, issuer, scope: operationOf(context).scope });
        await gate.countClient(exchange);
        return true;
      },
    },
    handlers: { ...guards(operations), ...operationHandlers(handlers, gate) },
  });
  return (exchange) => api.handleRequest(exchange.routed, exchange) as Promise<MeReply>;
}

/** What openapi-backend calls on the way to an operation. */
function guards(operations: ReadonlyMap<string, MeOperation>) {
  const specs = new Map([...operations].map(([id, operation]) => [id, querySpecOf(operation)]));
  return {
    postRoutingHandler: ({ operation }: Context, { req }: MeExchange) => nameOperation(req.res, operation?.operationId),
    notFound: () => {
      throw new ServiceError("not_found", "There is nothing at this path");
    },
    methodNotAllowed: () => {
      throw new ServiceError("method_not_allowed", `This path answers ${ALLOW}`, { headers: { Allow: ALLOW } });
    },
    postSecurityHandler: ({ operation, security }: Context, exchange: MeExchange) => {
      if (operation === undefined || security?.["authorized"] !== true) return;
      exchange.mask = readMask(exchange, operations.get(operation.operationId ?? ""));
      const { values, errors } = readQuery(exchange.rawQuery, specs.get(operation.operationId ?? "") ?? new Map());
      exchange.query = values;
      exchange.queryErrors = errors;
      exchange.routed.query = { ...values };
    },
    unauthorizedHandler: ({ security }: Context) => {
      const failure = security?.["OAuth2"] as { error: unknown } | undefined;
      throw failure?.error ?? new TypeError("Nobody is unauthorized without a reason");
    },
    validationFail: ({ validation }: Context, { queryErrors }: MeExchange) => {
      throw toValidationError(validation.errors ?? [], queryErrors);
    },
    preOperationHandler: (_context: Context, { queryErrors }: MeExchange) => {
      if (Object.keys(queryErrors).length > 0) throw invalidParams(queryErrors);
    },
  };
}

/** @throws ServiceError mask_parse_error, mask_error */
function readMask({ req }: MeExchange, operation: MeOperation | undefined): FieldMask | undefined {
  const text = req.headers["x-fields"]?.toString().trim() ?? "";
  if (text === "") return undefined;
  const mask = parseMask(text);
  assertMaskFits(mask, operation?.responses["200"]?.content?.["application/json"]?.schema ?? {});
  return mask;
}

function operationHandlers(handlers: ReadonlyMap<string, MeHandler>, gate: MeGate) {
  const call = (operationId: string, handler: MeHandler) => async (_context: Context, exchange: MeExchange) => {
    const account = exchange.bearer?.account;
    if (account === undefined) throw new TypeError("An operation must want a token");
    await gate.charge(exchange, operationId);
    return handler({ account, query: exchange.routed.query as Record<string, unknown>, exchange });
  };
  return Object.fromEntries([...handlers].map(([operationId, handler]) => [operationId, call(operationId, handler)]));
}
