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
  /**
   * Halves the rate, if the calls that were refused had been sent after it was halved last. Who sends little takes no more
   * than half of what it was halved to then, or of what the operator allows.
   */
  halve(endpoint: string, refused: RefusedCalls): Promise<void>;
}

export interface RefusedCalls extends RateLimits {
  /** How long ago they were sent. */
  ageMs: number;
  /** Calls per second, as sent just before by who was refused: others may send more. */
  sentRps: number;
  /** The most that the endpoint took in one second of the last minute: the rate does not fall below half of it. */
  takenRps: number;
}

/** How rates grow and fall; ms, and calls per second. */
export const RATE_RULES = {
  /** Within which a halved rate is what it was; then it goes on growing. */
  recoveryMs: 10_000,
  /** How long after the last refusal there is no limit any more. */
  liftedMs: 300_000,
  /** No reservation lies further ahead, whatever was reserved at lower rates. */
  maxReservedMs: 60_000,
  minRate: 1,
};

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
      const [bucket, at] = [open(endpoint), now()];
      const rate = getRate(bucket, at, maxRps);
      if (rate === undefined) return Promise.resolve({ waitMs: 0, rate });
      const from = Math.min(Math.max(bucket.nextAt, at), at + RATE_RULES.maxReservedMs);
      bucket.nextAt = from + (calls / rate) * 1000;
      return Promise.resolve({ waitMs: from - at, rate });
    },
    halve(endpoint, { maxRps, ageMs, sentRps, takenRps }) {
      const bucket = open(endpoint);
      const { halved } = bucket;
      if (halved !== undefined && halved.at > now() - ageMs) {
        halved.rate = Math.max(halved.rate, takenRps / 2);
        return Promise.resolve();
      }
      const rate = getRate(bucket, now(), maxRps);
      const sent = rate === undefined ? sentRps : Math.min(rate, Math.max(sentRps, halved?.rate ?? rate));
      bucket.halved = { at: now(), rate: Math.max(RATE_RULES.minRate, takenRps / 2, sent / 2) };
      return Promise.resolve();
    },
  };
}

function getRate({ halved }: Bucket, now: number, maxRps: number | undefined): number | undefined {
  if (halved === undefined || now - halved.at > RATE_RULES.liftedMs) return maxRps;
  const rate = halved.rate * (1 + (now - halved.at) / RATE_RULES.recoveryMs);
  return Math.min(rate, maxRps ?? Number.POSITIVE_INFINITY);
}
