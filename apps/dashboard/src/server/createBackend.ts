import {
  createBackend as createApiBackend,
  createBodyReader,
  invalidParams,
  querySpecOf,
  readQuery,
  ServiceError,
  toValidationError,
} from "@portico/server";
import { nameOperation } from "@portico/server/telemetry";
import type { Context } from "openapi-backend";
import { allowedMethods, listOperations, type DefinedOperation, type Definition } from "./definition.ts";
import type { CallDeps, DashboardDeps } from "./deps.ts";
import type { Exchange, LooseReply } from "./exchange.ts";
import type { operations } from "./operations.ts";
import { readBytes } from "./readBytes.ts";
import type { Sessions } from "./sessions.ts";

export interface BackendOptions {
  readonly definition: Definition;
  readonly deps: DashboardDeps;
  readonly sessions: Sessions;
  readonly handlers: typeof operations;
}

const readBody = createBodyReader({ bytes: 64 * 1024, text: "64 kB" });

/** Routes, checks the session and that the call is our page's, validates, and calls the handler, in this order. */
export async function createBackend(options: BackendOptions): Promise<(exchange: Exchange) => Promise<LooseReply>> {
  const { definition, sessions } = options;
  const api = await createApiBackend(definition, {
    securityHandlers: {
      DashboardSession: async (context: Context, exchange: Exchange) => {
        exchange.session = await sessions.get(exchange.req);
        if (isForOperators(context) && !exchange.session.isOperator) throw operatorOnly();
        return true;
      },
      CsrfToken: (_context: Context, { req }: Exchange) => {
        sessions.assertOwnPage(req);
        return true;
      },
    },
    handlers: { ...guards(definition), ...operationHandlers(options) },
  });
  return (exchange) => api.handleRequest(exchange.routed, exchange) as Promise<LooseReply>;
}

const isForOperators = ({ operation }: Context): boolean => operation.path.startsWith("/dashboard/operator/");
const operatorOnly = () => new ServiceError("operator_only", "Only operators may do this");

/** What openapi-backend calls on the way to an operation. */
function guards(definition: Definition) {
  const operations = listOperations(definition);
  const specs = new Map([...operations].map(([id, operation]) => [id, querySpecOf(operation)]));
  return {
    postRoutingHandler: ({ operation }: Context, { res }: Exchange) => nameOperation(res, operation?.operationId),
    notFound: () => {
      throw new ServiceError("not_found", "There is nothing at this path");
    },
    methodNotAllowed: ({ request }: Context) => {
      const Allow = allowedMethods(definition, request.path);
      throw new ServiceError("method_not_allowed", `This path answers ${Allow}`, { headers: { Allow } });
    },
    postSecurityHandler: async ({ operation, security }: Context, exchange: Exchange) => {
      if (security?.["authorized"] !== true) return;
      const { values, errors } = readQuery(exchange.rawQuery, specs.get(operation?.operationId ?? "") ?? new Map());
      exchange.queryErrors = errors;
      exchange.routed.query = { ...values } as Exchange["routed"]["query"];
      const body = await readJson(operations.get(operation?.operationId ?? ""), exchange);
      if (body !== undefined) exchange.routed.requestBody = body;
    },
    unauthorizedHandler: ({ security }: Context) => {
      const failures = [security?.["DashboardSession"], security?.["CsrfToken"]] as ({ error?: unknown } | undefined)[];
      throw failures.find((failure) => failure?.error)?.error ?? new TypeError("Nobody is refused without a reason");
    },
    validationFail: ({ validation }: Context, { queryErrors }: Exchange) => {
      throw toValidationError(validation.errors ?? [], queryErrors);
    },
    preOperationHandler: (_context: Context, { queryErrors }: Exchange) => {
      if (Object.keys(queryErrors).length > 0) throw invalidParams(queryErrors);
    },
  };
}

/** @returns undefined for an operation without a JSON body, and for one that may be left out and was. */
async function readJson(operation: DefinedOperation | undefined, exchange: Exchange): Promise<object | undefined> {
  const { requestBody } = operation ?? {};
  if (requestBody === undefined || !("application/json" in requestBody.content)) return undefined;
  const { req, res } = exchange;
  const admitBody = (length: number): void => void (exchange.bodyLength = length);
  const isEmpty = (req.headers["content-length"] ?? "0") === "0" && req.headers["transfer-encoding"] === undefined;
  return isEmpty && requestBody.required !== true ? {} : await readBody(req, res, admitBody);
}

type AnyOperation = (call: object, deps: CallDeps) => Promise<LooseReply>;

function operationHandlers({ handlers, deps }: BackendOptions) {
  const call = (operationId: string, handler: AnyOperation) => async (_context: Context, exchange: Exchange) => {
    const { session, routed, req, res } = exchange;
    if (session === undefined) throw new TypeError("No operation is open without a session");
    assertIds(routed.params);
    const given = { operationId, query: routed.query, path: routed.params, header: {}, body: routed.requestBody };
    const answer = await handler({ ...given, reply }, { ...deps, session, readBytes: () => readBytes(req) });
    if (routed.method !== "GET") {
      const requestId = String(res.locals["requestId"]);
      deps.log.info({ requestId, accountId: session.accountId, operationId, ...routed.params }, "changed");
    }
    return answer;
  };
  return Object.fromEntries(
    Object.entries(handlers).map(([id, handler]) => [id, call(id, handler as unknown as AnyOperation)]),
  );
}

/** No id has a zero byte, which the database would refuse to be asked for. */
function assertIds(params: Exchange["routed"]["params"]): void {
  if (!JSON.stringify(params).includes(String.raw`\u0000`)) return;
  throw new ServiceError("not_found", "There is nothing at this path");
}

const reply = (status: number, body?: unknown, headers?: Readonly<Record<string, unknown>>): LooseReply => ({
  status,
  body,
  ...(headers && { headers }),
});
