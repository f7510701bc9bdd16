import { assertWithin, createRateCounters, type MeterLog, rateHeaders, type RateState } from "@portico/metering";

/** So many within so many seconds. */
const POLICIES = {
  callsByAddress: { quota: 1200, seconds: 60 },
  /** What visitors of the explorer read: a page asks some ten things. */
  readsByAddress: { quota: 600, seconds: 60 },
  /** Addresses that a visitor of the explorer reads: what is new is work for nodes, and rows in the database. */
  ownersByAddress: { quota: 40, seconds: 60 },
  /** The same of all visitors: of what the indexers look at for the first time in a minute the other half is for keys. */
  ownersOfAll: { quota: 300, seconds: 60 },
  imagesByAddress: { quota: 2400, seconds: 60 },
  signInsByAddress: { quota: 60, seconds: 60 },
  /** Looks at a site, which is somebody else's computer. */
  checksByAccount: { quota: 20, seconds: 60 },
  logosByAccount: { quota: 20, seconds: 60 },
  /** New applications, clients and keys: rows that stay. */
  newByAccount: { quota: 60, seconds: 3600 },
} as const;

export type LimitName = keyof typeof POLICIES;

/** Counts one, or as many as `points` says, and says where that leaves whoever asks. Rejects with ServiceError rate_limited. */
export type Limits = (name: LimitName, key: string, points?: number) => Promise<RateState>;

export interface LimitsOptions {
  /** Where several processes count together; each for itself when left out. */
  readonly redisUrl?: string | undefined;
  readonly log: MeterLog;
}

export async function createLimits({ redisUrl, log }: LimitsOptions): Promise<{ limits: Limits; close: () => void }> {
  const counters = await createRateCounters(POLICIES, { redisUrl, log });
  const limits: Limits = async (name, key, points) => {
    const state = await counters.take(name, key, undefined, points);
    assertWithin(state, rateHeaders(state)); // it may not be the state that the answer told of before
    return state;
  };
  return { limits, close: counters.close };
}
