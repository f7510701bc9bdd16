import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import { RATE_RULES } from "./callRates.ts";
import type { CallRates } from "./callRates.ts";
import type { EndpointProfile } from "./profile/endpointProfile.ts";
import { createRateUnit } from "./rateUnit.ts";
import type { TrialRules } from "./rateUnit.ts";

/** Delays calls until an endpoint may be called. */
export interface RateGate {
  /**
   * Waits until a batch of this many calls may be sent; in the background, until no other waits, too.
   * @throws when the signal aborts.
   */
  pass(calls: number, isBackground: boolean): Promise<void>;
  /** After results of this many calls of a batch that was sent at that time, by performance.now(). */
  take(calls: number, sentAt: number): void;
  /**
   * After a refusal of calls that were sent at that time, by performance.now().
   * @param namedRate - Calls per second that the refusal names as the limit.
   */
  slowDown(sentAt: number, namedRate?: number): Promise<void>;
  /** Maximum calls at once. */
  max(): number;
  /** Whether calls may be delayed. */
  isLimited(): boolean;
}

interface GateOptions {
  /** Key of the endpoint. */
  key: string;
  rates: CallRates;
  maxRps: number | undefined;
  /** Calls are counted, but sent at once. */
  isUrgent: boolean | undefined;
  /** Time after which calls in the background no longer give way. */
  maxGivenWayMs: number;
  signal: AbortSignal | undefined;
  /** The learned limit. */
  profile: Pick<EndpointProfile, "get" | "maxRate" | "note">;
  /** Current limit of calls in a batch. */
  getBatchSize: () => number;
  /** Number of calls that wait, apart from those in `pass`. */
  countQueued: () => number;
  trialRules: TrialRules | undefined;
}

/** Share of a refused rate that is not refused, presumably. */
const SAFE_SHARE = 0.9;

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Counts the calls within the second before the last of them. */
function createMeter(): { add(calls: number): void; read(): number } {
  let noted: { at: number; calls: number }[] = [];
  return {
    add(calls) {
      const now = performance.now();
      noted = [...noted.filter(({ at }) => at > now - SECOND_MS), { at: now, calls }];
    },
    read: () => noted.reduce((sum, { calls }) => sum + calls, 0),
  };
}

export function createRateGate({ key, rates, profile, isUrgent = false, signal, ...limits }: GateOptions): RateGate {
  const { getBatchSize, countQueued, maxGivenWayMs, trialRules: rules } = limits;
  const unit = createRateUnit({ profile, isFixed: limits.maxRps !== undefined, isUrgent, getBatchSize, rules });
  let isLimited = true; // others may have been limited before this process began
  let rate = limits.maxRps;
  let loweredAt = Number.NEGATIVE_INFINITY;
  let hasAccepted = false;
  const getMaxRps = (): number | undefined => {
    const known = [limits.maxRps, profile.maxRate(), unit.maxTrialRate()].filter((max) => max !== undefined);
    return known.length > 0 ? Math.min(...known) : undefined;
  };
  /**
   * The rate in force is that of all processes: before it is known, a refusal shows no limit. Neither does one after
   * which nothing was accepted: an exhausted quota refuses any rate.
   */
  const learn = (sentAt: number, namedRate: number | undefined): void => {
    if (sentAt < loweredAt) return;
    loweredAt = performance.now();
    const inForce = hasAccepted ? rate : undefined;
    hasAccepted = false;
    const refused = Math.min(namedRate ?? Number.POSITIVE_INFINITY, inForce ?? Number.POSITIVE_INFINITY);
    if (!Number.isFinite(refused)) return;
    const safe = Math.max(RATE_RULES.minRate, refused * SAFE_SHARE);
    profile.note("rate", safe, namedRate === undefined ? "too many requests" : `${namedRate} requests per second`);
  };
  const [sent, taken] = [createMeter(), createMeter()];
  let best = { at: 0, rps: 0 };
  /** Number of calls that wait for the rate. */
  let waiting = 0;
  let idle: PromiseWithResolvers<void> | undefined;
  const reserve = async (calls: number): Promise<void> => {
    for (let weight = 0; weight < unit.weigh(calls);) {
      const maxRps = getMaxRps();
      if (!isLimited && maxRps === undefined) return;
      const missing = unit.weigh(calls) - weight; // a trial may end while it waits
      weight += missing;
      const reserved = await rates.reserve(key, missing, { maxRps });
      rate = reserved.rate;
      isLimited = rate !== undefined;
      if (reserved.waitMs > 0 && !isUrgent) await sleep(reserved.waitMs, undefined, { signal });
    }
  };
  const isDelayed = (): boolean => isLimited || getMaxRps() !== undefined;
  const pass = async (calls: number): Promise<void> => {
    waiting += calls;
    unit.consider(waiting + countQueued());
    await reserve(calls).finally(() => {
      waiting -= calls;
      if (waiting === 0) idle?.resolve();
    });
    sent.add(unit.weigh(calls));
  };
  const backgroundTurns = pLimit(1);
  const passWhenIdle = async (calls: number): Promise<void> => {
    if (waiting > 0) {
      const { promise } = (idle = Promise.withResolvers());
      await Promise.race([promise, sleep(maxGivenWayMs, undefined, { signal, ref: false })]);
    }
    await pass(calls);
  };
  return {
    pass: (calls, isBackground) =>
      isBackground && isDelayed() ? backgroundTurns(() => passWhenIdle(calls)) : pass(calls),
    take(calls, sentAt) {
      hasAccepted ||= calls > 0;
      taken.add(unit.weigh(calls));
      unit.take(calls, sentAt);
      const now = performance.now();
      if (taken.read() >= best.rps || best.at < now - MINUTE_MS) best = { at: now, rps: taken.read() };
    },
    async slowDown(sentAt, namedRate) {
      isLimited = true;
      const maxRps = getMaxRps();
      if (unit.refuse(sentAt)) loweredAt = performance.now();
      else learn(sentAt, namedRate);
      const [ageMs, sentRps] = [performance.now() - sentAt, sent.read()];
      await rates.halve(key, { maxRps, ageMs, sentRps, takenRps: best.rps });
    },
    isLimited: isDelayed,
    max() {
      const known = [rate, getMaxRps()].filter((max) => max !== undefined);
      return unit.weigh(2) === 1 ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(Math.min(...known)));
    },
  };
}
