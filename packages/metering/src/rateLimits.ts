import { ServiceError } from "@portico/http";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterStoreAbstract,
} from "rate-limiter-flexible";
import type { MeterLog } from "./createMeter.ts";
import { openRedis } from "./openRedis.ts";
import type { RateSettings } from "./rateSettings.ts";

/** `default` counts a key or a client, `address` an internet address, `refused` what from there is no good key. */
export type RatePolicy = "default" | "address" | "refused";

/** Where somebody stands after a request was counted: two headers of draft-ietf-httpapi-ratelimit-headers-10. */
export interface RateState {
  readonly remaining: string;
  readonly policy: string;
  /** Seconds until the next request is worth it; undefined when this one is. */
  readonly retryAfter: number | undefined;
}

export interface RateLimits {
  /** Counts one. @param quota - Requests per second, where it isn't the policy's own. */
  readonly take: (policy: RatePolicy, key: string, quota?: number | null) => Promise<RateState>;
  /** Takes one back. */
  readonly giveBack: (policy: RatePolicy, key: string) => Promise<void>;
  readonly close: () => void;
}

/** A structured field's greatest integer: what nobody counts. */
export const UNLIMITED = 999_999_999_999_999;

/** Of who has no limit. */
export const UNLIMITED_STATE: RateState = {
  remaining: `"default";r=${UNLIMITED};t=1`,
  policy: `"default";q=${UNLIMITED};w=1`,
  retryAfter: undefined,
};

/**
 * Counts requests per second: in this process, or in Redis for all processes together. While Redis does not answer, each
 * counts for itself.
 */
export async function createRateLimits(settings: RateSettings, log: MeterLog): Promise<RateLimits> {
  const redis = settings.redisUrl === undefined ? undefined : await openRedis(settings.redisUrl, log);
  const quotas: Readonly<Record<RatePolicy, number>> = {
    default: settings.perKey,
    address: settings.perAddress,
    refused: settings.refusedPerAddress,
  };
  const limiters = new Map<string, Limiter>();
  const limiterOf = (policy: RatePolicy, quota: number): Limiter => {
    const name = `"${policy}";q=${quota};w=1`;
    const limiter = limiters.get(name) ?? { policy: name, counter: createCounter(policy, quota, redis?.client) };
    limiters.set(name, limiter);
    return limiter;
  };
  return {
    async take(policy, key, quota) {
      const most = quota ?? quotas[policy];
      if (most >= UNLIMITED) return UNLIMITED_STATE;
      const limiter = limiterOf(policy, most);
      return await limiter.counter.consume(key).then(
        (state) => toState(policy, limiter, state, Math.max(0, most - state.consumedPoints)),
        (thrown: unknown) => toState(policy, limiter, asState(thrown), undefined),
      );
    },
    async giveBack(policy, key) {
      if (quotas[policy] < UNLIMITED) await limiterOf(policy, quotas[policy]).counter.reward(key);
    },
    close: () => redis?.close(),
  };
}

/** @throws ServiceError rate_limited */
export function assertWithin({ retryAfter }: RateState): void {
  if (retryAfter === undefined) return;
  throw new ServiceError("rate_limited", `Too many requests: try again in ${retryAfter} s`, {
    headers: { "Retry-After": String(retryAfter) },
  });
}

interface Limiter {
  /** As its header says. */
  readonly policy: string;
  readonly counter: RateLimiterAbstract | RateLimiterStoreAbstract;
}

function createCounter(policy: RatePolicy, points: number, storeClient: object | undefined): Limiter["counter"] {
  const options = { keyPrefix: `portico:rate:${policy}`, points, duration: 1 };
  const own = new RateLimiterMemory(options);
  if (storeClient === undefined) return own;
  return new RateLimiterRedis({
    ...options,
    storeClient,
    rejectIfRedisNotReady: true,
    insuranceLimiter: own,
    inMemoryBlockOnConsumed: points,
  });
}

/** The library throws where a caller stands when that is beyond the limit. */
function asState(thrown: unknown): RateLimiterRes {
  if (thrown instanceof RateLimiterRes) return thrown;
  throw thrown;
}

/** @param left - Undefined when this request was one too many; how many there were the library does not always say then. */
function toState(
  name: RatePolicy,
  { policy }: Limiter,
  { msBeforeNext }: RateLimiterRes,
  left: number | undefined,
): RateState {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const retryAfter = left === undefined ? seconds : undefined;
  return { remaining: `"${name}";r=${left ?? 0};t=${seconds}`, policy, retryAfter };
}
