/** Options of retries. Pauses count towards the call's `timeoutMs`. */
export type RetryOptions = {
  /** Maximum calls, including the first. Default 3. */
  readonly attempts?: number | undefined;
  /** Longest pause, in milliseconds. If the server requests a longer one, the call is not retried. Default 5000. */
  readonly maxDelayMs?: number | undefined;
};

export type Fetch = (request: Request) => Promise<Response>;

export const DEFAULT_ATTEMPTS = 3;

const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([429, 503]);
const FIRST_DELAY_MS = 250;

/** Whether a method is safe (RFC 9110). */
export const isRepeatable = (method: string): boolean => /^(?:get|head)$/i.test(method);

/**
 * Retries GET and HEAD calls with status 429 or 503, after the pause of Retry-After, or without a response; each pause
 * is twice as long as the one before. Returns the last attempt's result, or the one before a pause that would not
 * end by `endsAtMs` (unix). Aborting the request ends a pause at once.
 */
export function createRetryingFetch(
  fetch: Fetch,
  { attempts = DEFAULT_ATTEMPTS, maxDelayMs = 5_000 }: RetryOptions = {},
  endsAtMs = Infinity,
): Fetch {
  return async (request) => {
    if (!isRepeatable(request.method)) return fetch(request);
    for (let attempt = 1; ; attempt++) {
      let response: Response | undefined;
      let failure: unknown;
      try {
        response = await fetch(request);
        if (!RETRYABLE_STATUSES.has(response.status)) return response;
      } catch (error) {
        failure = error; // an abort ends the pause below at once
      }
      const nowMs = Date.now();
      const retryMs = response && retryAfterMs(response, nowMs);
      const pauseMs = retryMs ?? backoffMs(attempt, maxDelayMs, Math.random());
      const mayPause = attempt < attempts && pauseMs <= maxDelayMs && nowMs + pauseMs < endsAtMs;
      if (!mayPause) {
        if (response) return response;
        throw failure;
      }
      void response?.body?.cancel().catch(() => undefined); // it may have broken off already
      await pause(pauseMs, request.signal);
    }
  };
}

/**
 * The pause of Retry-After in milliseconds; undefined if it is missing or neither seconds nor a date.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function retryAfterMs(response: Response, nowMs: number): number | undefined {
  const value = response.headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const dateMs = value.endsWith("GMT") ? Date.parse(value) : Number.NaN; // engines parse "-1" as a date
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
    else signal.addEventListener("abort", stop); // an abort happens once
  });
}
