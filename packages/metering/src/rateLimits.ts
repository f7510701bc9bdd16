import { ServiceError } from "@portico/server";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import type { RateLimiterRes } from "rate-limiter-flexible";
import { openRedis } from "./openRedis.ts";
import type { RateSettings } from "./rateSettings.ts";
import type { MeterLog } from "./meterLog.ts";

/** `default` counts by key or client, `address` by IP address, `refused` requests with a bad key by IP address. */
export type RatePolicy = "default" | "address" | "refused";

/** The state after a request was counted: two headers of draft-ietf-httpapi-ratelimit-headers-10. */
export interface RateState {
  readonly remaining: string;
  readonly policy: string;
  /** Seconds until the next request can pass; undefined if this one may. */
  readonly retryAfter: number | undefined;
}

export interface RateCounters<Policy extends string> {
  /**
   * Counts one request, or `points`; with 0 it only reports.
   * @param quota - Requests per window, if it differs from the policy's.
   */
  readonly take: (policy: Policy, key: string, quota?: number | null, points?: number) => Promise<RateState>;
  /** Takes one request back. */
  readonly giveBack: (policy: Policy, key: string) => Promise<void>;
  readonly close: () => void;
}

export type RateLimits = RateCounters<RatePolicy>;

/** Requests per window, and its length in seconds. */
export interface RateWindow {
  readonly quota: number;
  readonly seconds: number;
}

/** The largest integer of a structured field: not counted. */
export const UNLIMITED = 999_999_999_999_999;

/** State without a limit. */
export const UNLIMITED_STATE: RateState = {
  remaining: `"default";r=${UNLIMITED};t=1`,
  policy: `"default";q=${UNLIMITED};w=1`,
  retryAfter: undefined,
};

/** Counts requests per second of keys, clients and IP addresses: see createRateCounters. */
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
 * Counts requests in time windows: in this process, or in Redis for all processes together. While Redis is unavailable,
 * each process counts by itself. Policies of the same name share counts across services. The count belongs to the key
 * with any quota: another quota changes the remaining requests, not the count.
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

/** Additional requests that a refused one counts as, by its body's length: parsing it cost as much. */
export const refusedBodyPoints = (length: number): number => Math.floor(length / 4096);

/** @param headers - Additional headers of the refusal. @throws ServiceError rate_limited */
export function assertWithin({ retryAfter }: RateState, headers: Record<string, string> = {}): void {
  if (retryAfter === undefined) return;
  throw new ServiceError("rate_limited", `Too many requests: try again in ${retryAfter} s`, {
    headers: { "Retry-After": String(retryAfter), ...headers },
  });
}

/** Rate limit headers. */
export const rateHeaders = ({ remaining, policy }: RateState): Record<string, string> => ({
  RateLimit: remaining,
  "RateLimit-Policy": policy,
});

/** The RateLimit header, with the account's remaining units if they are known. */
export const setUnitHeaders = ({ remaining }: RateState, units: number | undefined): string =>
  units === undefined ? remaining : `${remaining}, "units";r=${Math.min(units, UNLIMITED)}`;

type Counted = Pick<RateLimiterRes, "consumedPoints" | "msBeforeNext">;

/** Counter of one policy. */
interface Counter {
  /**
   * Counts requests. @returns the count in the current window; at least one more than the limit if that is exceeded.
   */
  readonly count: (key: string, limit: number, points: number) => Promise<Counted>;
  readonly giveBack: (key: string) => Promise<unknown>;
}

/** The quota is compared here: the library would make it part of the key. */
const optionsOf = (policy: string, seconds: number) => ({
  keyPrefix: `portico:rate:${policy}`,
  points: Number.MAX_SAFE_INTEGER,
  duration: seconds,
});

function createOwnCounter(policy: string, seconds: number): Counter {
  const counter = new RateLimiterMemory(optionsOf(policy, seconds));
  return { count: (key, _limit, points) => counter.consume(key, points), giveBack: (key) => counter.reward(key) };
}

/** Over the limit, requests are refused without Redis for the rest of the window. */
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
