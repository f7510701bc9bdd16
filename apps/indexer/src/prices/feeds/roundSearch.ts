/** A feed's answer in a phase of its proxy. */
export interface FeedRound {
  /** Of the phase, from 1. */
  round: bigint;
  answer: bigint;
  /** Unix seconds. */
  updatedAt: number;
}

/** By round; null: it does not exist. */
export type KnownRounds = ReadonlyMap<bigint, FeedRound | null>;

/** Maximum consecutive missing rounds; beyond that there is no result. */
const MAX_MISSING = 8n;

export interface RoundSearch {
  /** The next round to read; undefined when the search is over. */
  next(): bigint | undefined;
  found(): FeedRound | null;
}

/**
 * The newest round at or before a time, between an existing one (low) and a later one (high). Interpolates by time,
 * since rounds have about equal intervals, and bisects every other time.
 */
export function searchRound(known: KnownRounds, timeAt: number): RoundSearch {
  let [low, high] = [null as FeedRound | null, null as FeedRound | null];
  let [isHalving, isLost] = [false, false];
  let candidate: bigint | undefined;
  const take = (round: FeedRound): void => {
    if (round.updatedAt <= timeAt) low = low === null || round.round > low.round ? round : low;
    else high = high === null || round.round < high.round ? round : high;
  };
  for (const round of known.values()) if (round !== null) take(round);
  return {
    next() {
      for (;;) {
        const observed = candidate === undefined ? undefined : known.get(candidate);
        if (observed !== undefined && observed !== null) take(observed);
        const from = low === null ? 0n : low.round;
        if (isLost || high === null || high.round - from <= 1n) return undefined;
        const guess = isHalving || low === null ? (from + high.round) / 2n : interpolate(low, high, timeAt);
        isHalving = !isHalving;
        candidate = findRound(known, guess, { from, to: high.round });
        isLost = candidate === undefined && high.round - from > MAX_MISSING;
        if (candidate === undefined || !known.has(candidate)) return candidate;
      }
    },
    found: () => (isLost ? null : low),
  };
}

/** Strictly between the two. */
function interpolate(low: FeedRound, high: FeedRound, timeAt: number): bigint {
  const share = (timeAt - low.updatedAt) / Math.max(1, high.updatedAt - low.updatedAt);
  const guess = low.round + BigInt(Math.floor(Number(high.round - low.round) * share));
  if (guess <= low.round) return low.round + 1n;
  return guess >= high.round ? high.round - 1n : guess;
}

/** The nearest round, older ones first, that is not known to be missing; undefined if there is none nearby. */
function findRound(known: KnownRounds, guess: bigint, { from, to }: { from: bigint; to: bigint }): bigint | undefined {
  for (let away = 0n; away < MAX_MISSING; away++) {
    for (const round of [guess - away, guess + away]) {
      if (round > from && round < to && known.get(round) !== null) return round;
    }
  }
  return undefined;
}
