export interface HealthOptions {
  baseDelayMs: number;
  maxDelayMs: number;
  /** Maximum Retry-After of an endpoint. */
  maxRetryAfterMs: number;
  random: () => number;
}

export interface Health {
  fail(this: void, retryAfterMs?: number): void;
  /** Part of a batch was refused: a short backoff, however often. */
  falter(this: void): void;
  succeed(this: void): void;
  backoffMs(this: void): number;
}

/** Exponential backoff after consecutive failures, up to a limit, with 50 % jitter so that clients spread. */
export function createHealth({ baseDelayMs, maxDelayMs, maxRetryAfterMs, random }: HealthOptions): Health {
  let failures = 0;
  let backoffUntil = 0;
  return {
    fail(retryAfterMs = 0) {
      const ceiling = Math.min(maxDelayMs, baseDelayMs * 2 ** failures);
      failures = Math.min(failures + 1, 30);
      backoffUntil =
        performance.now() + Math.max(Math.min(retryAfterMs, maxRetryAfterMs), (ceiling * (1 + random())) / 2);
    },
    falter() {
      backoffUntil = performance.now() + (Math.min(maxDelayMs, baseDelayMs) * (1 + random())) / 2;
    },
    succeed() {
      failures = 0;
      backoffUntil = 0;
    },
    backoffMs: () => Math.max(0, backoffUntil - performance.now()),
  };
}
