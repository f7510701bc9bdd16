import { setTimeout as wait } from "node:timers/promises";

const INTERVAL_S = 4;

/** Calls `goOn` every few seconds, without keeping the process alive, until the returned function is called. */
export function keepAlive(goOn: (seconds: number) => Promise<void>): () => Promise<void> {
  const ending = new AbortController();
  const running = run(goOn, ending.signal);
  return async () => {
    ending.abort();
    await running;
  };
}

async function run(goOn: (seconds: number) => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await wait(INTERVAL_S * 1_000, undefined, { signal, ref: false }).catch(() => {});
    if (!signal.aborted) await goOn(INTERVAL_S).catch(() => {}); // another process may send for the same users: try again later
  }
}
