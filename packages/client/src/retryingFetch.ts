/** How often and how patiently a call is repeated. */
export type RetryOptions = {
  /** Calls at most, the first one included. Default 3. */
  readonly attempts?: number;
  /** Longest pause, in milliseconds. A server that asks for a longer one is not called again. Default 10000. */
  readonly maxDelayMs?: number;
};

export type Fetch = (request: Request) => Promise<Response>;

const RETRYABLE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD"]);
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([429, 503]);
const FIRST_DELAY_MS = 250;

/**
 * Repeats GET and HEAD calls that are answered 429 or 503, pausing as Retry-After says, else twice as long each time.
 * When the last attempt fails too, its answer is the answer. Aborting the request ends a pause at once.
 */
export function createRetryingFetch(fetch: Fetch, { attempts = 3, maxDelayMs = 10_000 }: RetryOptions = {}): Fetch {
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(request);
      if (attempt >= attempts || !RETRYABLE_METHODS.has(request.method)) return response;
      if (!RETRYABLE_STATUSES.has(response.status)) return response;
      const delayMs = retryAfterMs(response, Date.now()) ?? backoffMs(attempt, maxDelayMs, Math.random());
      if (delayMs > maxDelayMs) return response;
      await response.body?.cancel();
      await pause(delayMs, request.signal);
    }
  };
}

/**
 * What Retry-After asks for, in milliseconds; undefined when it is missing or neither seconds nor a date.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function retryAfterMs(response: Response, nowMs: number): number | undefined {
  const value = response.headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}

/** Doubles from 250 ms up to the limit; `random` (0..1) spreads callers over the upper half of it. */
export const backoffMs = (attempt: number, maxDelayMs: number, random: number): number =>
  Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), maxDelayMs) * (0.5 + random / 2);

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, delayMs);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
