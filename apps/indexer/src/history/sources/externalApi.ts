import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createCallRates } from "@portico/evm";
import type { CallRates } from "@portico/evm";
import { FetchError, fetchGuarded, getPort, PRIVATE_RULES } from "@portico/safe-fetch";
import type { FetchRules } from "@portico/safe-fetch";
import { ExternalSourceError } from "./externalSourceError.ts";
import { createRedaction } from "./createRedaction.ts";

export interface ExternalApiOptions {
  /** The operator's URL, http or https. */
  url: URL;
  /** Requests per second. */
  maxRps: number;
  /** Shared rates of URLs; default: of this process. */
  rates?: CallRates | undefined;
  timeoutMs?: number | undefined;
  /** Delay of the first retry; then it doubles. */
  baseDelayMs?: number | undefined;
  /** Maximum size of a response. */
  maxBytes?: number | undefined;
}

export interface ExternalRequest<T> {
  url: URL;
  /** Sent by POST; without it: GET. */
  json?: unknown;
  /** Reads the body of a success. @throws ExternalSourceError; "limited" is retried. */
  read: (body: Buffer) => T;
  signal: AbortSignal;
}

/** An HTTP API of the operator's choice, called within its rate limit. */
export interface ExternalApi {
  readonly host: string;
  /** Retries while the API is limited or unreachable. @throws ExternalSourceError, or the signal's reason. */
  request<T>(this: void, request: ExternalRequest<T>): Promise<T>;
  /** A text of the API, shortened, without its keys. */
  redact(this: void, text: string): string;
}

const TIMEOUT_MS = 30_000;
const BASE_DELAY_MS = 1_000;
/** If a longer one is requested, the failure is reported instead. */
const MAX_DELAY_MS = 60_000;
const MAX_BYTES = 32_000_000;
/** Requests in total, by the kind of the failure. */
const ATTEMPTS = { limited: 7, unreachable: 3 };

/** Of all APIs that this process calls. */
const ownRates = createCallRates();

export function createExternalApi(options: ExternalApiOptions): ExternalApi {
  const { url, maxRps, rates = ownRates, baseDelayMs = BASE_DELAY_MS } = options;
  const { host } = url;
  const redact = createRedaction(url);
  const key = createHash("sha256").update(url.href).digest("hex");
  const rules: FetchRules = {
    ...PRIVATE_RULES,
    ports: [getPort(url)],
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    maxBytes: options.maxBytes ?? MAX_BYTES,
    maxRedirects: 0, // the target of a redirect is not the operator's choice
  };

  const pass = async (signal: AbortSignal): Promise<void> => {
    const { waitMs } = await rates.reserve(key, 1, { maxRps });
    if (waitMs > 0) await sleep(waitMs, undefined, { signal });
  };
  const send = async <T>({ url: target, json, read, signal }: ExternalRequest<T>): Promise<T> => {
    const post = json === undefined ? {} : { post: { body: JSON.stringify(json), headers: JSON_HEADERS } };
    const { body } = await fetchGuarded(target.href, rules, { signal, wantsBody: () => true, ...post }).catch(
      (error: unknown) => {
        signal.throwIfAborted();
        throw explain(host, error, redact);
      },
    );
    return read(body);
  };
  return {
    host,
    redact,
    async request(request) {
      for (let attempt = 1; ; attempt++) {
        await pass(request.signal);
        const sentAt = performance.now();
        try {
          return await send(request);
        } catch (error) {
          if (!(error instanceof ExternalSourceError)) throw error;
          const ageMs = performance.now() - sentAt;
          if (error.kind === "limited") await rates.halve(key, { maxRps, ageMs, sentRps: maxRps, takenRps: 0 });
          const delayMs = Math.max(baseDelayMs * 2 ** (attempt - 1), error.retryAfterMs ?? 0);
          if (!isTransient(error) || attempt >= ATTEMPTS[error.kind] || delayMs > MAX_DELAY_MS) throw error;
          await sleep(delayMs, undefined, { signal: request.signal });
        }
      }
    },
  };
}

const JSON_HEADERS = { "content-type": "application/json" };

type Transient = ExternalSourceError & { kind: keyof typeof ATTEMPTS };

const isTransient = (error: ExternalSourceError): error is Transient =>
  error.kind === "limited" || error.kind === "unreachable";

/** Statuses that report too many requests; 529 is an SQD portal's. */
const LIMITED = new Set([429, 529]);

/** The cause is left out: it may contain the URL. */
function explain(host: string, error: unknown, redact: (text: string) => string): ExternalSourceError {
  const { message, fault } =
    error instanceof FetchError ? error : { message: "the request failed", fault: { isHostDown: true } as const };
  if (message.startsWith("redirects to")) {
    return new ExternalSourceError("refused", `${host} redirects, which is not followed`);
  }
  if (message.startsWith("more than")) return new ExternalSourceError("too_large", `${host} returned ${message}`);
  const { isHostDown, ...response } = { status: 0, ...fault };
  const kind = LIMITED.has(response.status) ? "limited" : isHostDown ? "unreachable" : "refused";
  return new ExternalSourceError(kind, `${host}: ${redact(message)}`, response);
}
