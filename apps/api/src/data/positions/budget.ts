import { setTimeout as sleep } from "node:timers/promises";

/** How long one request waits for what may take forever. */
export interface Budget {
  /** As the work, undefined when the time is over before it; the work goes on. */
  readonly within: <T>(work: Promise<T>) => Promise<T | undefined>;
  readonly stop: () => void;
}

export function startBudget(waitMs: number): Budget {
  const stopping = new AbortController();
  const over = sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
  return { within: (work) => Promise.race([work, over]), stop: () => stopping.abort() };
}
