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

export interface RateCounters<Policy extends string> {
  /** Counts one. @param quota - Requests per window, where it isn't the policy's own. */
  readonly take: (policy: Policy, key: string, quota?: number | null) => Promise<RateState>;
  /** Takes one back. */
  readonly giveBack: (policy: Policy, key: string) => Promise<void>;
  readonly close: () => void;
}

export type RateLimits = RateCounters<RatePolicy>;

/** So many requests in so many seconds. */
export interface RateWindow {
  readonly quota: number;
  readonly seconds: number;
}

/** A structured field's greatest integer: what nobody counts. */
export const UNLIMITED = 999_999_999_999_999;

/** Of who has no limit. */
export const UNLIMITED_STATE: RateState = {
  remaining: `"default";r=${UNLIMITED};t=1`,
  policy: `"default";q=${UNLIMITED};w=1`,
  retryAfter: undefined,
};

/** Counts requests per second of keys, clients and internet addresses: see createRateCounters. */
export const createRateLimits = (settings: RateSettings, log: MeterLog): Promise<RateLimits> =>
  createRateCounters(
    {
      default: { quota: settings.perKey, seconds: 1 },
      address: { quota: settings.perAddress, seconds: 1 },
      refused: { quota: settings.refusedPerAddress, seconds: 1 },
    },
    { redisUrl: settings.redisUrl, log },
  );

/**
 * Counts requests in windows of time: in this process, or in Redis for all processes together. While Redis does not answer,
 * each counts for itself. Policies of the same name are one, whichever service counts.
 */
export async function createRateCounters<Policy extends string>(
  policies: Readonly<Record<Policy, RateWindow>>,
  { redisUrl, log }: { readonly redisUrl: string | undefined; readonly log: MeterLog },
): Promise<RateCounters<Policy>> {
  const redis = redisUrl === undefined ? undefined : await openRedis(redisUrl, log);
  const limiters = new Map<string, Limiter>();
  const limiterOf = (policy: Policy, quota: number): Limiter => {
    const { seconds } = policies[policy];
    const name = `"${policy}";q=${quota};w=${seconds}`;
    const limiter = limiters.get(name) ?? {
      policy: name,
      counter: createCounter(policy, { quota, seconds }, redis?.client),
    };
    limiters.set(name, limiter);
    return limiter;
  };
  return {
    async take(policy, key, quota) {
      const most = quota ?? policies[policy].quota;
      if (most >= UNLIMITED) return UNLIMITED_STATE;
      const limiter = limiterOf(policy, most);
      return await limiter.counter.consume(key).then(
        (state) => toState(policy, limiter, state, Math.max(0, most - state.consumedPoints)),
        (thrown: unknown) => toState(policy, limiter, asState(thrown), undefined),
      );
    },
    async giveBack(policy, key) {
      const { quota } = policies[policy];
      if (quota < UNLIMITED) await limiterOf(policy, quota).counter.reward(key);
    },
    close: () => redis?.close(),
  };
}

/** @param told - Headers of the refusal besides. @throws ServiceError rate_limited */
export function assertWithin({ retryAfter }: RateState, told: Record<string, string> = {}): void {
  if (retryAfter === undefined) return;
  throw new ServiceError("rate_limited", `Too many requests: try again in ${retryAfter} s`, {
    headers: { "Retry-After": String(retryAfter), ...told },
  });
}

/** The headers that tell it. */
export const rateHeaders = ({ remaining, policy }: RateState): Record<string, string> => ({
  RateLimit: remaining,
  "RateLimit-Policy": policy,
});

/** The first of these headers, with the units that an account has left where they are known. */
export const tellUnits = ({ remaining }: RateState, units: number | undefined): string =>
  units === undefined ? remaining : `${remaining}, "units";r=${Math.min(units, UNLIMITED)}`;

interface Limiter {
  /** As its header says. */
  readonly policy: string;
  readonly counter: RateLimiterAbstract | RateLimiterStoreAbstract;
}

function createCounter(
  policy: string,
  { quota: points, seconds: duration }: RateWindow,
  storeClient: object | undefined,
): Limiter["counter"] {
  const options = { keyPrefix: `portico:rate:${policy}`, points, duration };
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
  name: string,
  { policy }: Limiter,
  { msBeforeNext }: RateLimiterRes,
  left: number | undefined,
): RateState {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const retryAfter = left === undefined ? seconds : undefined;
  return { remaining: `"${name}";r=${left ?? 0};t=${seconds}`, policy, retryAfter };
}
