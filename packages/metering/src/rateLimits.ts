import { ServiceError } from "@portico/server";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import type { RateLimiterRes } from "rate-limiter-flexible";
import { openRedis } from "./openRedis.ts";
import type { RateSettings } from "./rateSettings.ts";
import type { MeterLog } from "./meterLog.ts";

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
  /**
   * Counts one, or as many as `points` says; with 0 it only reports.
   * @param quota - Requests per window, where it isn't the policy's own.
   */
  readonly take: (policy: Policy, key: string, quota?: number | null, points?: number) => Promise<RateState>;
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
 * each counts for itself. Policies of the same name are one, whichever service counts. What is counted is the key's, whatever
 * its quota: another quota changes how much of the window is left, not the count.
 */
export async function createRateCounters<Policy extends string>(
  policies: Readonly<Record<Policy, RateWindow>>,
  { redisUrl, log }: { readonly redisUrl: string | undefined; readonly log: MeterLog },
): Promise<RateCounters<Policy>> {
  const redis = redisUrl === undefined ? undefined : await openRedis(redisUrl, log);
  const counters = new Map<string, Counter>();
  for (const policy of Object.keys(policies) as Policy[]) {
    const { seconds } = policies[policy];
    counters.set(policy, redis ? createRedisCounter(policy, seconds, redis.client) : createOwnCounter(policy, seconds));
  }
  return {
    async take(policy, key, quota, points = 1) {
      const limit = quota ?? policies[policy].quota;
      if (limit >= UNLIMITED) return UNLIMITED_STATE;
      const { consumedPoints, msBeforeNext } = await counters.get(policy)!.count(key, limit, points);
      const isOver = consumedPoints > limit;
      const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
      return {
        remaining: `"${policy}";r=${isOver ? 0 : limit - consumedPoints};t=${seconds}`,
        policy: `"${policy}";q=${limit};w=${policies[policy].seconds}`,
        retryAfter: isOver ? seconds : undefined,
      };
    },
    async giveBack(policy, key) {
      if (policies[policy].quota < UNLIMITED) await counters.get(policy)!.giveBack(key);
    },
    close: () => redis?.close(),
  };
}

/** How many requests more a refused one counts as, by the length of its body: parsing it cost us as much. */
export const refusedBodyPoints = (length: number): number => Math.floor(length / 4096);

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

type Counted = Pick<RateLimiterRes, "consumedPoints" | "msBeforeNext">;

/** Of one policy. */
interface Counter {
  /** Counts so many. @returns how many there are in the window now; at least one more than the limit when that is passed. */
  readonly count: (key: string, limit: number, points: number) => Promise<Counted>;
  readonly giveBack: (key: string) => Promise<unknown>;
}

/** The quota is compared here: the library's would be part of what is counted. */
const optionsOf = (policy: string, seconds: number) => ({
  keyPrefix: `portico:rate:${policy}`,
  points: Number.MAX_SAFE_INTEGER,
  duration: seconds,
});

function createOwnCounter(policy: string, seconds: number): Counter {
  const counter = new RateLimiterMemory(optionsOf(policy, seconds));
  return { count: (key, _limit, points) => counter.consume(key, points), giveBack: (key) => counter.reward(key) };
}

/** Who is over the limit is refused without Redis for the rest of the window. */
function createRedisCounter(policy: string, seconds: number, storeClient: object): Counter {
  const options = optionsOf(policy, seconds);
  const insuranceLimiter = new RateLimiterMemory(options);
  const shared = new RateLimiterRedis({ ...options, storeClient, rejectIfRedisNotReady: true, insuranceLimiter });
  const refused = new RateLimiterMemory({ points: 1, duration: seconds });
  return {
    async count(key, limit, points) {
      const state = await refused.get(`${limit} ${key}`);
      if (state !== null) return { consumedPoints: limit + 1, msBeforeNext: state.msBeforeNext };
      const counted = await shared.consume(key, points);
      if (counted.consumedPoints > limit)
        await refused.block(`${limit} ${key}`, Math.max(1, counted.msBeforeNext) / 1000);
      return counted;
    },
    giveBack: (key) => shared.reward(key),
  };
}
