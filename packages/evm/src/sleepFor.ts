import { setTimeout as sleep } from "node:timers/promises";

/** As setTimeout, which may resolve a little early, by performance.now(); never early. @throws when the signal comes. */
export async function sleepFor(ms: number, signal?: AbortSignal): Promise<void> {
  const until = performance.now() + ms;
  for (let left = ms; left > 0; left = until - performance.now()) {
    await sleep(Math.ceil(left), undefined, { signal });
  }
}
