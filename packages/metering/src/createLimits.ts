import type { MeterLog } from "./meterLog.ts";
import { assertWithin, createRateCounters, rateHeaders, type RateState, type RateWindow } from "./rateLimits.ts";

/** Counts one request, or as many as `points` says, and returns the state of the window. Rejects with ServiceError rate_limited. */
export type Limits<Name extends string> = (name: Name, key: string, points?: number) => Promise<RateState>;

export interface LimitsOptions {
  /** Shared by several processes; without it each process counts for itself. */
  readonly redisUrl?: string | undefined;
  readonly log: MeterLog;
}

/** Limits by named policies. See createRateCounters. */
export async function createLimits<Name extends string>(
  policies: Readonly<Record<Name, RateWindow>>,
  { redisUrl, log }: LimitsOptions,
): Promise<{ limits: Limits<Name>; close: () => void }> {
  const counters = await createRateCounters(policies, { redisUrl, log });
  const limits: Limits<Name> = async (name, key, points) => {
    const state = await counters.take(name, key, undefined, points);
    assertWithin(state, rateHeaders(state)); // the response may carry the headers of another policy
    return state;
  };
  return { limits, close: counters.close };
}
