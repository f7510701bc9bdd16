import type { ApiOperationId } from "@portico/contract";
import type { Caller, Handlers } from "@portico/contract/server";
import { assertMaskFits, createBackend, parseMask, querySpecOf, readQuery, toValidationError } from "@portico/server";
import { listChainStates } from "@portico/store";
import { nameOperation } from "@portico/server/telemetry";
import type { ErrorObject } from "ajv/dist/2020.js";
import type { Context } from "openapi-backend";
import type { AnswerCache } from "../data/answerCache.ts";
import { noChain } from "../data/chains/chainSurvey.ts";
import type { Deps } from "../deps.ts";
import { ERRORS, invalidParams, ServiceError } from "../errors.ts";
import { isKeepable } from "../keepable.ts";
import type { Gate } from "../keys/gate.ts";
import { assertWalletEnabled } from "../keys/walletGate.ts";
import {
  isSecured,
  isUnstable,
  listAllowedMethods,
  listOperations,
  type Definition,
  type Operation,
} from "./definition.ts";
import type { Exchange, LooseReply } from "./exchange.ts";
import { toServiceError } from "../toServiceError.ts";
import { readBody } from "./readBody.ts";
import type { RenderedAnswer } from "./renderedAnswer.ts";

export interface RouterOptions {
  readonly definition: Definition;
  readonly handlers: Handlers<Deps>;
  readonly deps: Deps;
  readonly gate: Gate;
  readonly answers: AnswerCache;
}

/** What a handler replies, or an answer that was kept. */
export type Router = (exchange: Exchange) => Promise<LooseReply | RenderedAnswer>;

/**
 * Authorises, charges and gives what was kept for the same question; or routes, authorises, validates, charges and calls the
 * handler, in this order. Rejects with what any of them throws.
 */
export async function createRouter(options: RouterOptions): Promise<Router> {
  const { definition, gate } = options;
  const api = await createBackend(definition, {
    securityHandlers: {
      AccessKey: async (_context: Context, exchange: Exchange) => {
        await gate.admit(exchange, exchange.operation?.operationId ?? "");
        return true;
      },
    },
    handlers: { ...guards(options), ...operationHandlers(options) },
  });
  const answer: Router = async (exchange) =>
    (await takeKept(options, exchange)) ?? (api.handleRequest(exchange.routed, exchange) as ReturnType<Router>);
  return async (exchange) => {
    try {
      return await answer(exchange);
    } catch (error) {
      const isRefused = exchange.bodyLength > 0 && ERRORS[toServiceError(error).code][0] < 500;
      if (isRefused) await gate.countRefused(exchange, exchange.bodyLength);
      throw error;
    }
  };
}

/** What openapi-backend calls on the way to an operation. */
function guards({ definition, handlers, deps, answers, gate }: RouterOptions) {
  const allowed = listAllowedMethods(definition);
  const operations = listOperations(definition);
  const specs = new Map(operations.map((operation) => [operation.operationId, querySpecOf(operation)]));
  const masked = new Set(operations.filter(takesMask).map(({ operationId }) => operationId));
  const keepableIds = listKeepable(operations, handlers);
  return {
    notFound: () => {
      throw new ServiceError("not_found", "No operation has this path");
    },
    methodNotAllowed: (_context: Context, exchange: Exchange) => {
      const allow = allowed.get(exchange.path.replace(/\/+$/, "")) ?? "";
      if (exchange.req.method === "OPTIONS") return { status: 204, headers: { Allow: allow } };
      throw new ServiceError("method_not_allowed", `This path answers ${allow}`, { headers: { Allow: allow } });
    },
    postRoutingHandler: (context: Context, exchange: Exchange) => {
      exchange.operation = context.operation as unknown as Operation | undefined;
      nameOperation(exchange.res, exchange.operation?.operationId);
    },
    postSecurityHandler: async ({ security }: Context, exchange: Exchange) => {
      const { operation, routed } = exchange;
      if (operation === undefined || (isSecured(operation) && security?.["authorized"] !== true)) return;
      const { operationId, requestBody } = operation;
      if (isUnstable(operation)) assertWalletEnabled(exchange.accessKey);
      if (keepableIds.has(operationId)) keepAnswer(exchange, answers);
      if (masked.has(operationId)) takeMask(exchange, operation);
      const query = readQuery(exchange.rawQuery, specs.get(operationId) ?? new Map());
      exchange.queryErrors = query.errors;
      exchange.query = query.values;
      routed.query = query.values;
      if (requestBody === undefined) return;
      routed.requestBody = await readBody(exchange, operationId, async (length) => {
        await gate.admitBody(exchange, operationId);
        exchange.bodyLength = length;
      });
    },
    unauthorizedHandler: ({ security }: Context) => {
      const failure: unknown = (security?.["AccessKey"] as { error?: unknown } | undefined)?.error;
      throw failure ?? new ServiceError("access_key_missing", "Send your key in the header AccessKey");
    },
    validationFail: async ({ validation }: Context, exchange: Exchange) => {
      const errors = validation.errors ?? [];
      if (errors.some(isUnknownChain)) throw noChain(String(exchange.query["id"]), await listChainStates(deps.db));
      throw toValidationError(errors, exchange.queryErrors);
    },
    preOperationHandler: (_context: Context, { queryErrors }: Exchange) => {
      if (Object.keys(queryErrors).length > 0) throw invalidParams(queryErrors);
    },
  };
}

/** What is kept is given to every good key: so nothing of the operations that ask for more than that. */
function listKeepable(operations: readonly Operation[], handlers: object): ReadonlySet<string> {
  const gated = new Set(operations.filter(isUnstable).map(({ operationId }) => operationId));
  const isKept = ([id, handler]: [string, object]) => isKeepable(handler) && !gated.has(id);
  return new Set(
    Object.entries(handlers)
      .filter(isKept)
      .map(([id]) => id),
  );
}

const takesMask = ({ parameters = [] }: Operation): boolean =>
  parameters.some(({ in: place, name }) => place === "header" && name === "X-Fields");

/** Takes an answer that was kept, for who may ask and pays; undefined when there is none. */
async function takeKept({ answers, gate }: RouterOptions, exchange: Exchange): Promise<RenderedAnswer | undefined> {
  const kept = exchange.routed.method === "GET" ? answers.find(keyOf(exchange)) : undefined;
  if (kept?.operationId === undefined) return undefined;
  nameOperation(exchange.res, kept.operationId);
  await gate.admit(exchange, kept.operationId);
  await gate.charge(exchange, kept.operationId);
  return kept;
}

/** What decides an answer, as it was written: who asks in the same words asks the same. */
const keyOf = ({ req }: Exchange): string => `${req.url} ${readMaskText(req)}`;

/** Takes the mask out of the headers, so that its errors are its own and not the validator's. */
function takeMask(exchange: Exchange, { responses }: Operation): void {
  const text = readMaskText(exchange.req);
  delete exchange.routed.headers["x-fields"];
  if (text === "") return;
  exchange.mask = parseMask(text);
  assertMaskFits(exchange.mask, responses["200"]?.content?.["application/json"]?.schema ?? {});
}

const readMaskText = ({ headers }: Exchange["req"]): string => headers["x-fields"]?.toString().trim() ?? "";

/** Has the answer kept when it is asked for again. */
function keepAnswer(exchange: Exchange, answers: AnswerCache): void {
  const key = keyOf(exchange);
  const isAskedAgain = exchange.req.headers["if-none-match"] !== undefined;
  if (!answers.isWanted(key) && !isAskedAgain) return;
  const moment = answers.moment();
  exchange.keep = (answer) => answers.keep(key, answer, moment);
}

/** `id` of GET /v1/chain is the one parameter whose chains the contract lists. */
const isUnknownChain = ({ keyword, params }: ErrorObject): boolean =>
  keyword === "enum" && (params["allowedValues"] as unknown[]).includes("eth");

function operationHandlers({ definition, handlers, deps, gate }: RouterOptions) {
  type AnyHandler = (call: unknown, deps: Deps) => Promise<LooseReply>;
  const reply = (status: number, body?: unknown, headers?: LooseReply["headers"]): LooseReply => ({
    status,
    body,
    ...(headers && { headers }),
  });
  const chargedByHandler = new Set(
    listOperations(definition)
      .filter((operation) => operation["x-units-per"] !== undefined)
      .map(({ operationId }) => operationId),
  );
  const entries = Object.entries(handlers) as [ApiOperationId, AnyHandler][];
  return Object.fromEntries(
    entries.map(([operationId, handler]) => [
      operationId,
      async ({ request }: Context, exchange: Exchange) => {
        if (!chargedByHandler.has(operationId)) await gate.charge(exchange, operationId);
        const { query, params: path, headers: header, requestBody: body } = request;
        return handler({ operationId, query, path, header, body, reply, caller: callerOf(exchange, gate) }, deps);
      },
    ]),
  );
}

const callerOf = (exchange: Exchange, gate: Gate): Caller => ({
  keyId: exchange.accessKey?.id ?? "",
  accountId: exchange.accessKey?.accountId ?? null,
  charge: async (times) => {
    await gate.charge(exchange, exchange.operation?.operationId ?? "", times);
    return exchange.charge ?? { refund: () => undefined };
  },
  waive: () => exchange.charge?.refund(),
});
