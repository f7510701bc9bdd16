import { createLogger, type IPrismDiagnostic } from "@stoplight/prism-core";
import { createInstance, getHttpOperationsFromSpec, type IHttpConfig, type IHttpRequest } from "@stoplight/prism-http";
import { lenientQuery } from "./lenientQuery.ts";
import { parseDocument } from "./exactExamples.ts";
import { parsePrefer, type Preferences } from "./prefer.ts";

/** What the mock says to one request, before it is written. */
export type MockAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** What was wrong with the request; the answer is then the contract's example of that error. */
  readonly violations: readonly IPrismDiagnostic[];
};

/** The header Prefer asks for a status or an example that the operation does not have. */
export class PreferenceError extends Error {
  override readonly name = "PreferenceError";
}

export type Mock = {
  readonly operations: readonly { readonly method: string; readonly path: string }[];
  /** @throws ProblemJsonError of Prism: 404 or 405 when no operation matches, PreferenceError when none has that answer. */
  readonly answer: (request: IHttpRequest) => Promise<MockAnswer>;
};

const BASE = { isProxy: false, validateRequest: true, checkSecurity: true, errors: false } as const;
const DEFAULT_SEED = "portico";

/** Loads an OpenAPI document (its JSON text) into Prism. */
export async function createMock(document: string): Promise<Mock> {
  const operations = await getHttpOperationsFromSpec(parseDocument(document));
  // validateResponse off: marked integers are text to Prism; the contract's examples are checked by the tests
  const prism = createInstance(configOf({}), { logger: createLogger("mock", { level: "silent" }) });
  return {
    operations,
    answer: async (request) => {
      const match = operations.find(({ method, path }) => method === request.method && path === request.url.path);
      const query = lenientQuery(request.url.query ?? {}, match?.request?.query ?? []);
      const url = { ...request.url, query };
      const preferences = { ...redirectOf(match), ...parsePrefer(request.headers?.["prefer"] ?? "") };
      const result = await prism.request(acceptAny({ ...request, url }), operations, configOf(preferences))();
      if ("left" in result) throw toPreferenceError(result.left) ?? result.left;
      const { output, validations } = result.right;
      const headers = output.headers as Record<string, string>;
      return { status: output.statusCode, headers, body: output.body, violations: validations.input };
    },
  };
}

/** Prism looks for a 2xx only: an operation that has none answers with its redirect. */
function redirectOf(operation: Operation | undefined): Preferences {
  const codes = (operation?.responses ?? []).map(({ code }) => code);
  const redirect = codes.find((code) => code.startsWith("3"));
  return redirect === undefined || codes.some((code) => code.startsWith("2")) ? {} : { code: Number(redirect) };
}

type Operation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

const toPreferenceError = (error: Error): PreferenceError | undefined =>
  error.name.endsWith("#NOT_FOUND") && "detail" in error ? new PreferenceError(String(error.detail)) : undefined;

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
