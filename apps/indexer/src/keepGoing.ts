import { setTimeout as sleep } from "node:timers/promises";

/** After a round: rest before the next, go on at once, or end. */
export type RoundEnd = "done" | "more" | "rest";

interface Rounds {
  /** Ends them after the one that runs. */
  signal: AbortSignal;
  restMs: number;
  /** Told what a round throws, unless the signal cut it short. */
  onError: (error: unknown) => void;
}

/** Does one round of work after another, until the signal comes or all is done. One that fails is done again after a rest. */
export async function keepGoing({ signal, restMs, onError }: Rounds, round: () => Promise<RoundEnd>): Promise<void> {
  while (!signal.aborted) {
    const end = await round().catch((error: unknown): RoundEnd => {
      if (!signal.aborted) onError(error);
      return "rest";
    });
    if (end === "done") return;
    if (end === "rest") await sleep(restMs, undefined, { signal }).catch(() => undefined);
  }
}
