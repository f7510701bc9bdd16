import { setTimeout as sleep } from "node:timers/promises";
import { RATE_RULES } from "./callRates.ts";
import type { CallRates } from "./callRates.ts";
import type { EndpointProfile } from "./profile/endpointProfile.ts";

/** Delays calls until an endpoint may be called. */
export interface RateGate {
  /** Waits until this many calls may be sent. @throws when the signal aborts. */
  pass(calls: number): Promise<void>;
  /** After results of this many calls. */
  take(calls: number): void;
  /**
   * After a refusal of calls that were sent at that time, by performance.now().
   * @param namedRate - Calls per second that the refusal names as the limit.
   */
  slowDown(sentAt: number, namedRate?: number): Promise<void>;
  /** Maximum calls at once. */
  max(): number;
}

interface GateOptions {
  /** Key of the endpoint. */
  key: string;
  rates: CallRates;
  maxRps: number | undefined;
  /** Calls are counted, but sent at once. */
  isUrgent: boolean | undefined;
  signal: AbortSignal | undefined;
  /** The learned limit. */
  profile: Pick<EndpointProfile, "maxRate" | "note">;
}

/** Share of a refused rate that is not refused, presumably. */
const SAFE_SHARE = 0.9;

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Counts calls within the last second. */
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
  let isLimited = true; // others may have been limited before this process began
  let rate = limits.maxRps;
  let loweredAt = Number.NEGATIVE_INFINITY;
  let hasAccepted = false;
  const getMaxRps = (): number | undefined => {
    const max = Math.min(limits.maxRps ?? Number.POSITIVE_INFINITY, profile.maxRate() ?? Number.POSITIVE_INFINITY);
    return Number.isFinite(max) ? max : undefined;
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
  return {
    async pass(calls) {
      const maxRps = getMaxRps();
      if (isLimited || maxRps !== undefined) {
        const reserved = await rates.reserve(key, calls, { maxRps });
        rate = reserved.rate;
        isLimited = rate !== undefined;
        if (reserved.waitMs > 0 && !isUrgent) await sleep(reserved.waitMs, undefined, { signal });
      }
      sent.add(calls);
    },
    take(calls) {
      hasAccepted ||= calls > 0;
      taken.add(calls);
      const now = performance.now();
      if (taken.read() >= best.rps || best.at < now - MINUTE_MS) best = { at: now, rps: taken.read() };
    },
    async slowDown(sentAt, namedRate) {
      isLimited = true;
      const maxRps = getMaxRps();
      learn(sentAt, namedRate);
      const [ageMs, sentRps] = [performance.now() - sentAt, sent.read()];
      await rates.halve(key, { maxRps, ageMs, sentRps, takenRps: best.rps });
    },
    max: () => Math.max(1, Math.floor(rate ?? Number.POSITIVE_INFINITY)),
  };
}
