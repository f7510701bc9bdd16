import { setTimeout as sleep } from "node:timers/promises";

/**
 * Like setTimeout, which may resolve slightly early by performance.now(); never early. @throws when the signal aborts.
 */
export async function sleepFor(ms: number, signal?: AbortSignal): Promise<void> {
  const until = performance.now() + ms;
  for (let left = ms; left > 0; left = until - performance.now()) {
    await sleep(Math.ceil(left), undefined, { signal });
  }
}
