import type { ApiOperationId } from "@portico/contract";
import type { Handlers } from "@portico/contract/server";
import { listChainStates } from "@portico/store";
import type { ErrorObject } from "ajv/dist/2020.js";
import { OpenAPIBackend, type Context, type Document, type Request as RoutedRequest } from "openapi-backend";
import { noChain } from "../data/chainSurvey.ts";
import type { Deps } from "../deps.ts";
import { invalidParams, ServiceError } from "../errors.ts";
import type { AccessKeyCheck } from "../keys/accessKeyCheck.ts";
import { parseMask, type FieldMask } from "../mask/parseMask.ts";
import { querySpecOf } from "../query/querySpec.ts";
import { readQuery } from "../query/readQuery.ts";
import { newAjv } from "./ajv.ts";
import { listAllowedMethods, listOperations, type Definition, type Operation } from "./definition.ts";
import type { Exchange, LooseReply } from "./exchange.ts";
import { readBody } from "./readBody.ts";
import { toValidationError } from "./validationErrors.ts";

export interface RouterOptions {
  readonly definition: Definition;
  readonly handlers: Handlers<Deps>;
  readonly deps: Deps;
  readonly keys: AccessKeyCheck;
}

export type Router = (exchange: Exchange) => Promise<LooseReply>;

/** Routes, authorises, validates and calls the handler, in this order. Rejects with what any of them throws. */
export async function createRouter(options: RouterOptions): Promise<Router> {
  const { definition } = options;
  const api = new OpenAPIBackend({
    definition: definition as unknown as Document,
    strict: true,
    quick: true, // the slow start checks the document against OpenAPI 3.0, and so refuses 3.1
    coerceTypes: true,
    ajvOpts: { useDefaults: true },
    customizeAjv: (_ajv, ajvOpts) => newAjv(ajvOpts),
    securityHandlers: {
      AccessKey: async (_context: Context, exchange: Exchange) => {
        exchange.accessKey = await options.keys.check(exchange.req.headers["accesskey"]?.toString());
        return true;
      },
    },
    handlers: { ...guards(options), ...operationHandlers(options) },
  });
  await api.init();
  indexOperations(api);
  return (exchange) => api.handleRequest(exchange.routed, exchange) as Promise<LooseReply>;
}

/** What openapi-backend calls on the way to an operation. */
function guards({ definition, deps }: RouterOptions) {
  const allowed = listAllowedMethods(definition);
  const specs = new Map(listOperations(definition).map((operation) => [operation.operationId, querySpecOf(operation)]));
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
    },
    postSecurityHandler: async ({ security }: Context, exchange: Exchange) => {
      const { operation, req, res, routed } = exchange;
      if (operation === undefined || (isSecured(operation) && security?.["authorized"] !== true)) return;
      if (takesMask(operation)) exchange.mask = takeMask(routed.headers);
      const query = readQuery(exchange.rawQuery, specs.get(operation.operationId) ?? new Map());
      exchange.queryErrors = query.errors;
      exchange.query = query.values;
      routed.query = query.values as NonNullable<typeof routed.query>;
      if (operation.requestBody) routed.body = await readBody(req, res, operation.operationId);
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

const isSecured = (operation: Operation): boolean => (operation.security ?? []).length > 0;

const takesMask = ({ parameters = [] }: Operation): boolean =>
  parameters.some(({ in: place, name }) => place === "header" && name === "X-Fields");

/** Takes the mask out of the headers, so that its errors are its own and not the validator's. */
function takeMask(headers: RoutedRequest["headers"]): FieldMask | undefined {
  const text = headers["x-fields"]?.toString() ?? "";
  delete headers["x-fields"];
  return text.trim() === "" ? undefined : parseMask(text);
}

/** `id` of GET /v1/chain is the one parameter whose chains the contract lists. */
const isUnknownChain = ({ keyword, params }: ErrorObject): boolean =>
  keyword === "enum" && (params["allowedValues"] as unknown[]).includes("eth");

function operationHandlers({ handlers, deps }: RouterOptions) {
  type AnyHandler = (call: unknown, deps: Deps) => Promise<LooseReply>;
  const reply = (status: number, body?: unknown, headers?: LooseReply["headers"]): LooseReply => ({
    status,
    body,
    ...(headers && { headers }),
  });
  const entries = Object.entries(handlers) as [ApiOperationId, AnyHandler][];
  return Object.fromEntries(
    entries.map(([operationId, handler]) => [
      operationId,
      ({ request }: Context) => {
        const { query, params: path, headers: header, requestBody: body } = request;
        return handler({ operationId, query, path, header, body, reply }, deps);
      },
    ]),
  );
}

/** openapi-backend rebuilds its list of operations and tries every one for each request; ours have fixed paths. */
function indexOperations({ router }: OpenAPIBackend): void {
  const operations = router.getOperations();
  const byTarget = new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]));
  const match = router.matchOperation.bind(router);
  router.getOperations = () => operations;
  router.matchOperation = ((request: RoutedRequest, isStrict: true) =>
    byTarget.get(`${request.method.toLowerCase()} ${request.path}`) ?? match(request, isStrict)) as typeof match;
}
