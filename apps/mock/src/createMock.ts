import { createLogger, type IPrismDiagnostic } from "@stoplight/prism-core";
import { createInstance, type IHttpConfig, type IHttpRequest } from "@stoplight/prism-http";
import { lenientQuery } from "./lenientQuery.ts";
import { loadOperations, type Operation } from "./loadOperations.ts";
import type { Preferences } from "./prefer.ts";

/** What the contract's examples say to one request. */
export type MockAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** What was wrong with the request; the answer is then the contract's example of that error. */
  readonly violations: readonly IPrismDiagnostic[];
  readonly operationId: string;
  /** As the contract has it: read kindly, see lenientQuery. */
  readonly query: Readonly<Record<string, string | string[]>>;
};

/** The status or the example that was asked for is none of the operation's. */
export class PreferenceError extends Error {
  override readonly name = "PreferenceError";
}

/** No operation has this path, or none this method. */
export class NoOperationError extends Error {
  override readonly name = "NoOperationError";
  /** What the path answers; empty when there is none. */
  readonly methods: readonly string[];
  constructor(methods: readonly string[]) {
    super("No such operation");
    this.methods = methods;
  }
}

export type Mock = {
  /** @throws NoOperationError, PreferenceError, and what Prism throws otherwise. */
  readonly answer: (request: IHttpRequest, preferences: Preferences) => Promise<MockAnswer>;
};

const BASE = { isProxy: false, validateRequest: true, checkSecurity: true, errors: false } as const;
const DEFAULT_SEED = "portico";

/** Puts an OpenAPI document (its JSON text) into Prism. */
export function createMock(document: string): Mock {
  const operations = loadOperations(document);
  // validateResponse off: marked integers are text to Prism; the contract's examples are checked by the tests
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

/** Prism looks for a 2xx only: an operation that has none answers with its redirect. */
function redirectOf(operation: Operation | undefined): Preferences {
  const codes = (operation?.responses ?? []).map(({ code }) => code);
  const redirect = codes.find((code) => code.startsWith("3"));
  return redirect === undefined || codes.some((code) => code.startsWith("2")) ? {} : { code: Number(redirect) };
}

function toPreferenceError(error: Error, preferences: Preferences): PreferenceError | undefined {
  if (error.name.endsWith("#NOT_FOUND") && "detail" in error) return new PreferenceError(String(error.detail));
  return error.message.includes("#NOT_FOUND") ? noExample(preferences) : undefined; // Prism wraps it where a status is given
}

const noExample = ({ code, example }: Preferences): PreferenceError =>
  new PreferenceError(
    example === undefined ? `There is no status ${code}` : `Status ${code} has no example '${example}'`,
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

/** Prism would answer 406 to a browser that asks for text/html: so the contract's first media type is always chosen. */
const acceptAny = (request: IHttpRequest): IHttpRequest => ({
  ...request,
  headers: { ...request.headers, accept: "*/*" },
});
