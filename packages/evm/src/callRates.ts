/** A reservation of calls. */
export interface Reservation {
  /** Before they are sent. */
  waitMs: number;
  /** Calls per second, now; undefined: no limit is known. */
  rate: number | undefined;
}

export interface RateLimits {
  /** Calls per second that the operator allows; undefined: as many as the endpoint takes. */
  maxRps: number | undefined;
}

/**
 * At what rate endpoints may be called: additive increase, multiplicative decrease, and a token bucket for each. One for each
 * process, or one that several share.
 */
export interface CallRates {
  /** @param endpoint - Stands for a URL. */
  reserve(endpoint: string, calls: number, limits: RateLimits): Promise<Reservation>;
  /** Halves the rate, if the calls that were refused had been sent after it was halved last. */
  halve(endpoint: string, refused: RefusedCalls): Promise<void>;
}

export interface RefusedCalls extends RateLimits {
  /** How long ago they were sent. */
  ageMs: number;
  /** Calls per second, as sent just before. */
  sentRps: number;
}

/** Within which a halved rate is what it was again; then it goes on growing. */
export const RATE_RECOVERY_MS = 10_000;
/** How long after the last refusal there is no limit any more. */
export const RATE_LIFTED_MS = 300_000;
export const MIN_RATE = 1;
/** No reservation lies further ahead, whatever was reserved at lower rates. */
export const MAX_RESERVED_MS = 60_000;

interface Bucket {
  /** When it was halved last; undefined: never was. */
  halved: { at: number; rate: number } | undefined;
  /** When all that is reserved may have been sent. */
  nextAt: number;
}

/** @param now - ms of a clock that never goes back. */
export function createCallRates(now: () => number = () => performance.now()): CallRates {
  const buckets = new Map<string, Bucket>();
  const open = (endpoint: string): Bucket => {
    let bucket = buckets.get(endpoint);
    if (bucket === undefined) buckets.set(endpoint, (bucket = { halved: undefined, nextAt: 0 }));
    return bucket;
  };
  return {
    reserve(endpoint, calls, { maxRps }) {
      const bucket = open(endpoint);
      const rate = getRate(bucket, now(), maxRps);
      if (rate === undefined) return Promise.resolve({ waitMs: 0, rate });
      const from = Math.min(Math.max(bucket.nextAt, now()), now() + MAX_RESERVED_MS);
      bucket.nextAt = from + (calls / rate) * 1000;
      return Promise.resolve({ waitMs: from - now(), rate });
    },
    halve(endpoint, { maxRps, ageMs, sentRps }) {
      const bucket = open(endpoint);
      if (bucket.halved !== undefined && bucket.halved.at > now() - ageMs) return Promise.resolve();
      const rate = getRate(bucket, now(), maxRps) ?? sentRps;
      bucket.halved = { at: now(), rate: Math.max(MIN_RATE, Math.min(rate, sentRps) / 2) };
      return Promise.resolve();
    },
  };
}

function getRate({ halved }: Bucket, now: number, maxRps: number | undefined): number | undefined {
  if (halved === undefined || now - halved.at > RATE_LIFTED_MS) return maxRps;
  const rate = halved.rate * (1 + (now - halved.at) / RATE_RECOVERY_MS);
  return Math.min(rate, maxRps ?? Number.POSITIVE_INFINITY);
}
