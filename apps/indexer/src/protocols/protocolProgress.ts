import type { Memory } from "@portico/protocols";

/** In-memory state between rounds of identification. */
export interface ProtocolProgress {
  memory: Memory;
  /** Consecutive node failures of any adapter. */
  nodeFailures: number;
  /** Whether a failed adapter is skipped in this round. */
  isResting(id: string): boolean;
  putToRest(id: string): void;
  readonly restingCount: number;
  beginRound(): void;
  /** Resets adapters that were retried without a failure. */
  endRound(): void;
}

/** In rounds: a minute at first, a day at most. */
const [FIRST_REST, LONGEST_REST] = [12, 17_280];

export function createProtocolProgress(): ProtocolProgress {
  const failed = new Map<string, { times: number; rounds: number }>();
  return {
    memory: new Map(),
    nodeFailures: 0,
    isResting: (id) => (failed.get(id)?.rounds ?? 0) > 0,
    putToRest(id) {
      const times = (failed.get(id)?.times ?? 0) + 1;
      failed.set(id, { times, rounds: Math.min(FIRST_REST * 4 ** (times - 1), LONGEST_REST) });
    },
    get restingCount() {
      return failed.size;
    },
    beginRound() {
      for (const rest of failed.values()) rest.rounds--;
    },
    endRound() {
      for (const [id, { rounds }] of failed) if (rounds <= 0) failed.delete(id);
    },
  };
}
