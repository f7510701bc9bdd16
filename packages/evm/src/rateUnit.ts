import type { EndpointProfile } from "./profile/endpointProfile.ts";

/** What an endpoint's rate counts: calls, each of a batch, or HTTP requests. */
export interface RateUnit {
  /** What so many calls in one batch take of the rate. */
  weigh(calls: number): number;
  /** Rate to stay below while it is tried whether requests are counted; undefined: it isn't tried. */
  maxTrialRate(): number | undefined;
  /** Begins a trial if it is due. @param waiting - Number of calls that wait to be sent. */
  consider(waiting: number): void;
  /** After results of so many calls that were sent at that time. */
  take(calls: number, sentAt: number): void;
  /** After a refusal of calls that were sent at that time. @returns whether it shows the unit, rather than the rate. */
  refuse(sentAt: number): boolean;
}

/** What a trial must show. */
export interface TrialRules {
  minMs: number;
  /** A limit of calls that lets through at once what it allows in this time does not explain what was accepted. */
  burstMs: number;
}

export const TRIAL_RULES: TrialRules = { minMs: 5_000, burstMs: 60_000 };

interface RateUnitOptions {
  profile: Pick<EndpointProfile, "get" | "note">;
  /** The operator set a limit, which is of calls. */
  isFixed: boolean;
  /** Calls are not delayed: their refusals show nothing. */
  isUrgent: boolean;
  /** Current limit of calls in a batch. */
  getBatchSize: () => number;
  rules?: TrialRules | undefined;
  /** Monotonic clock, ms. */
  now?: () => number;
}

interface Trial {
  startedAt: number;
  /** Accepted calls. */
  calls: number;
  /** Those beyond the greatest rate that the endpoint may have: the content of a leaky bucket. */
  excess: number;
  countedAt: number;
}

const NAME = "batch_as_one";
/** Without several calls a request, a trial shows nothing. */
const MIN_BATCH = 4;
/** Seconds of calls at the learned rate that must wait: else there is nothing to gain. */
const MIN_WAITING_SECONDS = 2;
/** Share of the learned rate that requests take in a trial: a refusal is then because of the calls. */
const TRIAL_SHARE = 0.8;
/** Of a learned rate, the greatest that the endpoint may have. */
const MAX_RATE_FACTOR = 1.5;
/** After a refusal the endpoint's allowance is used up: requests of a trial would be refused, too, whatever it counts. */
const SETTLE_MS = 2_000;
/** Two refusals of requests within this time show that calls are counted: after the first, half as many are sent. */
const REFUSED_AGAIN_MS = 60_000;

/**
 * Calls are counted until a trial shows that requests are: it sends batches as single requests, below the learned rate,
 * until more calls were accepted than a limit of calls can let through, or one is refused. The result is a learned limit
 * of the endpoint, so that no process tries it again before that expires.
 */
export function createRateUnit({ profile, isFixed, isUrgent, getBatchSize, ...options }: RateUnitOptions): RateUnit {
  const { rules = TRIAL_RULES, now = () => performance.now() } = options;
  let trial: Trial | undefined;
  let refusedAt = Number.NEGATIVE_INFINITY;
  const findTrial = (): { trial: Trial; rate: number } | undefined => {
    const rate = profile.get("rate");
    if (profile.get(NAME) !== undefined || rate === undefined) trial = undefined;
    return trial === undefined || rate === undefined ? undefined : { trial, rate };
  };
  const countsRequests = (): boolean => !isFixed && (findTrial() !== undefined || profile.get(NAME) === 1);
  return {
    weigh: (calls) => (countsRequests() ? Math.min(1, calls) : calls),
    maxTrialRate() {
      const found = findTrial();
      return found && found.rate * TRIAL_SHARE;
    },
    consider(waiting) {
      const rate = profile.get("rate");
      if (isFixed || isUrgent || rate === undefined) return;
      if (profile.get(NAME) !== undefined || findTrial() !== undefined) return;
      if (waiting < MIN_WAITING_SECONDS * rate || getBatchSize() < MIN_BATCH) return;
      if (now() - refusedAt < SETTLE_MS) return;
      trial = { startedAt: now(), calls: 0, excess: 0, countedAt: now() };
    },
    take(calls, sentAt) {
      const { trial: current, rate = 0 } = findTrial() ?? {};
      if (current === undefined || sentAt < current.startedAt) return;
      const maxRate = (rate * MAX_RATE_FACTOR) / 1000;
      const leaked = (now() - current.countedAt) * maxRate;
      current.excess = Math.max(0, current.excess - leaked) + calls;
      current.calls += calls;
      current.countedAt = now();
      const durationMs = current.countedAt - current.startedAt;
      if (durationMs < rules.minMs || current.excess <= maxRate * rules.burstMs) return;
      profile.note(NAME, 1, `${current.calls} calls in ${Math.round(durationMs / 1000)} s were accepted`);
    },
    refuse(sentAt) {
      if (isFixed || isUrgent) return false;
      const current = findTrial()?.trial;
      const isAgain = profile.get(NAME) === 1 && sentAt > refusedAt && now() - refusedAt < REFUSED_AGAIN_MS;
      const isTrial = current !== undefined && sentAt >= current.startedAt;
      if (sentAt > refusedAt) refusedAt = now();
      if (!isAgain && !isTrial) return false;
      profile.note(NAME, 0, "too many requests, counted by batches");
      return true;
    },
  };
}
