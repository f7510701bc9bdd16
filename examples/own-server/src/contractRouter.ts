import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { operationTable, type OperationId } from "@portico/contract";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { OpenAPIBackend, type Context, type Document } from "openapi-backend";
import type { Ledger } from "./ledger.ts";
import type { Operations } from "./operation.ts";
import { AnsweredError } from "./problem.ts";

interface RouterOptions {
  readonly operations: Operations;
  readonly ledger: Ledger;
  readonly isKey: (accessKey: string) => boolean;
}
interface LooseReply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
type LooseOperation = (call: object, deps: object) => Promise<LooseReply>;
const handlersOf = (operations: Operations) => Object.entries(operations) as [OperationId, LooseOperation][];

/**
 * The document that @portico/contract publishes, without the paths that this server doesn't implement: a smaller one
 * starts faster.
 */
function readContract(operations: Operations): Document {
  const file = fileURLToPath(import.meta.resolve("@portico/contract/openapi.json"));
  const document = JSON.parse(readFileSync(file, "utf8")) as Document & { paths: Record<string, object> };
  const knownPaths = new Set(handlersOf(operations).map(([id]): string => operationTable[id].path));
  const paths = Object.entries(document.paths).filter(([path]) => knownPaths.has(path));
  return { ...document, servers: [], paths: Object.fromEntries(paths) } as Document;
}

/** Routes, authorizes and validates by the contract alone, and rejects with an AnsweredError. */
export async function createContractRouter({ operations, ledger, isKey }: RouterOptions): Promise<OpenAPIBackend> {
  const reply = (status: number, body?: unknown, headers = {}): LooseReply => ({ status, body, headers });
  const handlers = handlersOf(operations).map(([operationId, operation]) => {
    const handle = ({ request: { query, params: path, headers: header, requestBody: body } }: Context) =>
      operation({ operationId, query, path, header, body, reply }, { ledger });
    return [operationId, handle] as const;
  });
  const router = new OpenAPIBackend({
    definition: readContract(operations),
    quick: true, // the slow start validates the document as OpenAPI 3.0; the contract is 3.1
    coerceTypes: true,
    ajvOpts: { useDefaults: true },
    customizeAjv: (_ajv, options) => newAjv(options),
    securityHandlers: { AccessKey: ({ request }: Context) => isKey(String(request.headers["accesskey"] ?? "")) },
    handlers: { ...Object.fromEntries(handlers), ...refusals },
  });
  return router.init();
}

/** Handlers of openapi-backend for requests that reach no operation. */
const refusals = {
  notFound: ({ request: { method, path } }: Context) => {
    const others = Object.values(operationTable).filter((operation) => isPathOf(operation.path, path));
    if (others.length === 0) throw new AnsweredError(404, "not_found", "No operation has this path");
    if (others.every((operation) => operation.method !== method))
      throw new AnsweredError(405, "method_not_allowed", "Method not allowed on this path");
    throw new AnsweredError(501, "not_implemented", "This server does not implement this operation");
  },
  methodNotAllowed: () => {
    throw new AnsweredError(405, "method_not_allowed", "Method not allowed on this path");
  },
  unauthorizedHandler: ({ request }: Context) => {
    if (request.headers["accesskey"] === undefined)
      throw new AnsweredError(401, "access_key_missing", "Send your key in the header AccessKey");
    throw new AnsweredError(401, "access_key_invalid", "Unknown access key");
  },
  validationFail: ({ validation }: Context) => {
    const found = (validation.errors ?? []).map((error) => [nameOf(error), error.message ?? "is not valid"] as const);
    const errors = Object.fromEntries(found);
    const details = found.map(([name, message]) => `${name} ${message}`).join("; ");
    throw new AnsweredError(400, "invalid_params", details, errors);
  },
};

/** An expression in braces matches any segment. */
function isPathOf(template: string, path: string): boolean {
  const [parts, given] = [template.split("/"), path.split("/")];
  return parts.length === given.length && parts.every((part, index) => part.startsWith("{") || part === given[index]);
}

/** `/query/limit` is `limit`. */
const nameOf = ({ instancePath, params }: ErrorObject): string =>
  (params["missingProperty"] as string | undefined) ?? instancePath.split("/").slice(2).join(".");

/** JSON Schema 2020-12, as in OpenAPI 3.1, with the contract's format for exact integers. */
function newAjv(options: object): Ajv2020 {
  const ajv = new Ajv2020({ ...options, strict: false, allErrors: true, validateSchema: false });
  formats.default(ajv);
  return ajv.addFormat("uint256", true);
}
