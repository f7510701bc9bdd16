import { setTimeout as sleep } from "node:timers/promises";

/** After a round: wait before the next, continue at once, or end. */
export type RoundEnd = "done" | "more" | "rest";

interface Rounds {
  /** Stops after the current round. */
  signal: AbortSignal;
  pauseMs: number;
  /** Receives the errors of rounds, unless the signal interrupted them. */
  onError: (error: unknown) => void;
}

/** Runs rounds of work until the signal aborts or all is done. A failed round is repeated after a pause. */
export async function runRounds({ signal, pauseMs, onError }: Rounds, round: () => Promise<RoundEnd>): Promise<void> {
  while (!signal.aborted) {
    const end = await round().catch((error: unknown): RoundEnd => {
      if (!signal.aborted) onError(error);
      return "rest";
    });
    if (end === "done") return;
    if (end === "rest") await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
