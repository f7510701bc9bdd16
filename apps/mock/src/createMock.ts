import { createLogger, type IPrismDiagnostic } from "@stoplight/prism-core";
import { createInstance, type IHttpConfig, type IHttpRequest } from "@stoplight/prism-http";
import { lenientQuery } from "./lenientQuery.ts";
import { loadOperations, type Operation } from "./loadOperations.ts";
import type { Preferences } from "./prefer.ts";

/** The contract's example for a request. */
export type MockAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Validation errors of the request; the response is then the contract's example of that error. */
  readonly violations: readonly IPrismDiagnostic[];
  readonly operationId: string;
  /** In the contract's form: read leniently, see lenientQuery. */
  readonly query: Readonly<Record<string, string | string[]>>;
};

/** The requested status or example does not exist for the operation. */
export class PreferenceError extends Error {
  override readonly name = "PreferenceError";
}

/** No operation has this path, or this method. */
export class NoOperationError extends Error {
  override readonly name = "NoOperationError";
  /** Methods of the path; empty if there is no such path. */
  readonly methods: readonly string[];
  constructor(methods: readonly string[]) {
    super("No such operation");
    this.methods = methods;
  }
}

export type Mock = {
  /** @throws NoOperationError, PreferenceError, and Prism's other errors. */
  readonly answer: (request: IHttpRequest, preferences: Preferences) => Promise<MockAnswer>;
};

const BASE = { isProxy: false, validateRequest: true, checkSecurity: true, errors: false } as const;
const DEFAULT_SEED = "portico";

/** Loads an OpenAPI document (its JSON text) into Prism. */
export function createMock(document: string): Mock {
  const operations = loadOperations(document);
  // validateResponse off: marked integers are strings to Prism; tests validate the contract's examples
  const prism = createInstance(configOf({}), { logger: createLogger("mock", { level: "silent" }) });
  return {
    answer: async (request, preferences) => {
      const operationId = operations.findId(request.url.path, request.method);
      if (operationId === undefined) throw new NoOperationError(operations.listMethods(request.url.path));
      const loaded = await operations.load(request.url.path);
      const match = loaded.find(({ method }) => method === request.method);
      const query = lenientQuery(request.url.query ?? {}, match?.request?.query ?? []);
      const url = { ...request.url, query };
      const config = configOf({ ...redirectOf(match), ...preferences });
      const result = await prism.request(acceptAny({ ...request, url }), [...loaded], config)();
      if ("left" in result) throw toPreferenceError(result.left, preferences) ?? result.left;
      const { output, validations } = result.right;
      const headers = output.headers as Record<string, string>;
      const { statusCode: status, body } = output;
      const isElsewhere = preferences.code !== undefined && preferences.code !== status;
      if (isElsewhere && validations.input.length === 0) throw noExample(preferences); // Prism found it at a 2xx
      return { status, headers, body, violations: validations.input, operationId, query };
    },
  };
}

/** Prism looks for a 2xx only: an operation without one responds with its redirect. */
function redirectOf(operation: Operation | undefined): Preferences {
  const codes = (operation?.responses ?? []).map(({ code }) => code);
  const redirect = codes.find((code) => code.startsWith("3"));
  return redirect === undefined || codes.some((code) => code.startsWith("2")) ? {} : { code: Number(redirect) };
}

function toPreferenceError(error: Error, preferences: Preferences): PreferenceError | undefined {
  if (error.name.endsWith("#NOT_FOUND") && "detail" in error) return new PreferenceError(String(error.detail));
  return error.message.includes("#NOT_FOUND") ? noExample(preferences) : undefined; // Prism wraps it if a status is given
}

const noExample = ({ code, example }: Preferences): PreferenceError =>
  new PreferenceError(
    example === undefined ? `The operation has no status ${code}` : `Status ${code} has no example '${example}'`,
  );

const configOf = ({ code, example, dynamic = false, seed = DEFAULT_SEED }: Preferences): IHttpConfig => ({
  ...BASE,
  upstreamProxy: undefined,
  validateResponse: false,
  mock: {
    dynamic,
    seed,
    ignoreExamples: false,
    ...(code !== undefined && { code }),
    ...(example !== undefined && { exampleKey: example }),
  },
});

/**
 * Prism would respond with 406 to a browser that requests text/html: so the contract's first media type is always used.
 */
const acceptAny = (request: IHttpRequest): IHttpRequest => ({
  ...request,
  headers: { ...request.headers, accept: "*/*" },
});
