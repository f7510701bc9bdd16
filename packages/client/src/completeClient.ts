import { createSend } from "./createSend.ts";
import type { PorticoClient } from "./porticoClient.ts";
import { PorticoError } from "./porticoError.ts";
import { readMeta, type ResultMeta } from "./resultMeta.ts";
import { createRetryingFetch, DEFAULT_ATTEMPTS, type Fetch, isRepeatable, type RetryOptions } from "./retryingFetch.ts";
import { withDeadline } from "./withDeadline.ts";
import { withRequest } from "./withRequest.ts";

type Init = Partial<CallDefaults> & {
  readonly parseAs?: string;
  readonly redirect?: string;
  readonly signal?: AbortSignal | null | undefined;
};
type Result = { data?: unknown; error?: unknown; response: Response };
type Call = (method: string, url: string, init?: Init) => Promise<Result>;

/** Defaults of calls. */
type CallDefaults = {
  readonly fetch: Fetch;
  readonly retry: RetryOptions | false | undefined;
  /** In milliseconds. */
  readonly timeoutMs: number;
};

export type Completion = CallDefaults & {
  /** Parses JSON. */
  readonly parse: (text: string) => unknown;
};

/** Adds to openapi-fetch: exact integers, a timeout, retries, the metadata of headers, and no redirects. */
export function completeClient(client: PorticoClient, { parse, ...defaults }: Completion): PorticoClient {
  const call = client.request as unknown as Call;
  const request: Call = async (method, url, init = {}) => {
    const { fetch = defaults.fetch, retry = defaults.retry, timeoutMs = defaults.timeoutMs, signal, ...others } = init;
    const { attempts = DEFAULT_ATTEMPTS, ...retryOptions } = retry === false ? { attempts: 1 } : (retry ?? {});
    const send = createSend(fetch);
    let sent = 0;
    const counting: Fetch = (whole) => {
      sent += 1;
      return send(whole);
    };
    const result = await withDeadline(
      { timeoutMs, signal, isStream: init.parseAs === "stream" },
      (ending, endsAtMs) => {
        const sending: Fetch = (whole) =>
          createRetryingFetch(
            counting,
            { ...retryOptions, attempts: attempts - sent },
            endsAtMs,
          )((ending.request = whole));
        const requestInit = { ...others, ...asStream(init), signal: ending.signal, fetch: sending };
        const sendOnce = () => readWhole(call(method, url, requestInit), init, { parse, isHead: method === "head" });
        return sendOnce().catch((error: unknown) => {
          const mayRetry = isRepeatable(method) && sent < attempts && !ending.signal.aborted;
          if (mayRetry && isBrokenOff(error)) return sendOnce();
          throw error;
        });
      },
    );
    return withMeta(result);
  };
  return withRequest(client, request);
}

const isJson = ({ parseAs = "json" }: Init): boolean => parseAs === "json";

/** openapi-fetch would parse JSON through numbers: it leaves this body unread, and readWhole reads it. */
const asStream = (init: Init) => isJson(init) && ({ parseAs: "stream" } as const);

async function readWhole(
  requestInit: Promise<Result>,
  init: Init,
  { parse, isHead }: Pick<Completion, "parse"> & { readonly isHead: boolean },
): Promise<Result> {
  const answer = await requestInit;
  const { response } = answer;
  if (init.redirect === undefined) refuseRedirect(response);
  if (!isJson(init) || !response.ok) return answer;
  const text = await response.text();
  return { response, data: isHead || response.status === 204 ? undefined : toData(response, text, parse) };
}

/** Whether a response ended after its headers: the call may be retried once. */
const isBrokenOff = (error: unknown): boolean =>
  error instanceof PorticoError && error.code === "unreachable" && error.response !== undefined;

function toData(response: Response, text: string, parse: Completion["parse"]): unknown {
  try {
    return parse(text);
  } catch (cause) {
    throw new PorticoError("unknown", "the response is not JSON from Portico", { response, cause });
  }
}

/** Browsers reveal of a redirect only that it is one. */
function refuseRedirect(response: Response): void {
  const { status, headers, type } = response;
  if (type === "opaqueredirect" || (status >= 300 && status < 400 && headers.has("location")))
    throw new PorticoError("redirected", "redirects are refused", { response });
}

/** Computed on first access. */
function withMeta(result: Result): Result & { readonly meta: ResultMeta } {
  let meta: ResultMeta | undefined;
  return {
    ...result,
    get meta() {
      return (meta ??= readMeta(result.response));
    },
  };
}
