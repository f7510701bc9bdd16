import type { ConsoleOperation, ConsoleParameter } from "./consoleOperation.ts";

/** What the form holds: text by parameter, and the body. */
export interface ConsoleInput {
  readonly values: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request without its key. */
export interface ConsoleRequest {
  readonly operation: ConsoleOperation;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string | undefined;
  /** The parameters that are given. */
  readonly given: readonly GivenParameter[];
}

export interface GivenParameter {
  readonly parameter: ConsoleParameter;
  readonly text: string;
}

/** A form with the example of everything that is required. */
export const startInput = ({ parameters, body = "" }: ConsoleOperation): ConsoleInput => ({
  values: Object.fromEntries(
    parameters.filter(({ isRequired }) => isRequired).map(({ name, example }) => [name, example]),
  ),
  body,
});

/** The request of a form: parameters that are empty are left out. */
export function toRequest(apiUrl: string, operation: ConsoleOperation, { values, body }: ConsoleInput): ConsoleRequest {
  const given = operation.parameters
    .map((parameter) => ({ parameter, text: (values[parameter.name] ?? "").trim() }))
    .filter(({ text }) => text !== "");
  const at = (place: ConsoleParameter["in"]) => given.filter(({ parameter }) => parameter.in === place);
  const path = at("path").reduce(
    (so, { parameter, text }) => so.replace(`{${parameter.name}}`, () => encodeURIComponent(text)),
    operation.path,
  );
  const query = new URLSearchParams(
    at("query").map(({ parameter, text }): [string, string] => [parameter.name, text]),
  ).toString();
  return {
    operation,
    url: `${apiUrl}${path}${query === "" ? "" : `?${query}`}`,
    headers: {
      ...Object.fromEntries(at("header").map(({ parameter, text }) => [parameter.name, text])),
      ...(operation.body !== undefined && { "Content-Type": "application/json" }),
    },
    body: operation.body === undefined ? undefined : body,
    given,
  };
}

/** A response, or why there is none. */
export type ConsoleResponse =
  | { readonly kind: "failed"; readonly reason: string; readonly tookMs: number }
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly text: string;
      /** Whether the text is only the beginning. */
      readonly isCut: boolean;
      readonly tookMs: number;
    };

/** Characters that are shown. */
const MAX_TEXT = 200_000;
const TIMEOUT_MS = 60_000;

/** Sends a request from this browser; the key is in its header only. Never rejects. */
export async function send({ operation, url, headers, body }: ConsoleRequest, key: string): Promise<ConsoleResponse> {
  const startedAt = performance.now();
  const tookMs = () => Math.round(performance.now() - startedAt);
  try {
    const response = await fetch(url, {
      method: operation.method,
      headers: { ...headers, AccessKey: key },
      ...(body !== undefined && { body }),
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const isCut = text.length > MAX_TEXT;
    const { status } = response;
    return {
      kind: "answered",
      status,
      headers: [...response.headers],
      text: text.slice(0, MAX_TEXT),
      isCut,
      tookMs: tookMs(),
    };
  } catch (error) {
    return { kind: "failed", reason: error instanceof Error ? error.message : String(error), tookMs: tookMs() };
  }
}
