import { ServiceError } from "@portico/http";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** So many within so many seconds, by each process. */
const RULES = {
  callsByAddress: { points: 1200, duration: 60 },
  signInsByAddress: { points: 60, duration: 60 },
  /** Looks at a site, which is somebody else's computer. */
  checksByAccount: { points: 20, duration: 60 },
  logosByAccount: { points: 20, duration: 60 },
  /** New applications, clients and keys: rows that stay. */
  newByAccount: { points: 60, duration: 3600 },
} as const;

export type LimitName = keyof typeof RULES;

/** Counts one. Rejects with ServiceError rate_limited. */
export type Limits = (name: LimitName, key: string) => Promise<void>;

export function createLimits(): Limits {
  const limiters = new Map(
    Object.entries(RULES).map(([name, rule]) => [name, new RateLimiterMemory({ keyPrefix: name, ...rule })]),
  );
  return async (name, key) => {
    try {
      await limiters.get(name)?.consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      throw new ServiceError("rate_limited", `Too many requests. Try again in ${seconds} s`, {
        headers: { "Retry-After": String(seconds) },
      });
    }
  };
}
