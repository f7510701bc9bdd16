/** A reservation of calls. */
export interface Reservation {
  /** Time until they may be sent. */
  waitMs: number;
  /** Current calls per second; undefined: no known limit. */
  rate: number | undefined;
}

export interface RateLimits {
  /** The operator's limit of calls per second; undefined: whatever the endpoint accepts. */
  maxRps: number | undefined;
}

/**
 * Call rates of endpoints: additive increase, multiplicative decrease, and a token bucket for each. Per process,
 * or shared.
 */
export interface CallRates {
  /** @param endpoint - Key of a URL. */
  reserve(endpoint: string, calls: number, limits: RateLimits): Promise<Reservation>;
  /**
   * Halves the rate, if the refused calls were sent after the last halving. A process with few calls then takes at most
   * half of the halved rate, or of the operator's limit.
   */
  halve(endpoint: string, refused: RefusedCalls): Promise<void>;
}

export interface RefusedCalls extends RateLimits {
  /** Time since they were sent. */
  ageMs: number;
  /** Calls per second of the refused process before the refusal: others may send more. */
  sentRps: number;
  /** Maximum accepted within one second of the last minute: the rate stays above half of it. */
  takenRps: number;
}

/** How rates increase and decrease; ms, and calls per second. */
export const RATE_RULES = {
  /** Time within which a halved rate recovers; then it grows on. */
  recoveryMs: 10_000,
  /** Time after the last refusal when the limit is removed. */
  liftedMs: 300_000,
  /** Maximum time ahead of a reservation, whatever was reserved at lower rates. */
  maxReservedMs: 60_000,
  minRate: 1,
};

interface Bucket {
  /** The last halving; undefined: never. */
  halved: { at: number; rate: number } | undefined;
  /** When all reserved calls may have been sent. */
  nextAt: number;
}

/** @param now - Monotonic clock, ms. */
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
