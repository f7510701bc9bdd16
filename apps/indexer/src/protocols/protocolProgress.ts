import type { Memory } from "@portico/protocols";

/** In-memory state between rounds of identification. */
export interface ProtocolProgress {
  memory: Memory;
  /** Consecutive node failures of any adapter. */
  nodeFailures: number;
  /** When new contracts were last identified, by `performance.now()`. */
  identifiedAt: number;
  /** Whether a failed adapter is skipped in this round. */
  isBackingOff(id: string): boolean;
  backOff(id: string): void;
  readonly backoffCount: number;
  /** Whether unclaimed contracts are checked again in this round. */
  readonly isRecheckRound: boolean;
  beginRound(): void;
  /** Resets adapters that were retried without a failure. */
  endRound(): void;
}

/** In rounds, of a second each: 12 seconds at first, 4.8 hours at most. */
const [FIRST_BACKOFF, MAX_BACKOFF] = [12, 17_280];

/** One in so many rounds, starting with the first: every half a minute. */
const RECHECK_ROUNDS = 30;

export function createProtocolProgress(): ProtocolProgress {
  const failed = new Map<string, { times: number; rounds: number }>();
  let rounds = 0;
  return {
    memory: new Map(),
    nodeFailures: 0,
    identifiedAt: Number.NEGATIVE_INFINITY,
    isBackingOff: (id) => (failed.get(id)?.rounds ?? 0) > 0,
    backOff(id) {
      const times = (failed.get(id)?.times ?? 0) + 1;
      failed.set(id, { times, rounds: Math.min(FIRST_BACKOFF * 4 ** (times - 1), MAX_BACKOFF) });
    },
    get backoffCount() {
      return failed.size;
    },
    get isRecheckRound() {
      return rounds % RECHECK_ROUNDS === 1;
    },
    beginRound() {
      rounds++;
      for (const backoff of failed.values()) backoff.rounds--;
    },
    endRound() {
      for (const [id, backoff] of failed) if (backoff.rounds <= 0) failed.delete(id);
    },
  };
}
