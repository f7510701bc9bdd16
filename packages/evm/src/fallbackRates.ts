import { createCallRates } from "./callRates.ts";
import type { CallRates } from "./callRates.ts";

/** After a failure, how long the shared ones are not tried. */
const PAUSE_MS = 5_000;

/** Rates that are shared with others, and this process's own while those can't be reached. */
export function createFallbackRates(shared: CallRates): CallRates {
  const own = createCallRates();
  let pausedUntil = 0;
  const run = async <T>(use: (rates: CallRates) => Promise<T>): Promise<T> => {
    if (performance.now() < pausedUntil) return use(own);
    try {
      return await use(shared);
    } catch {
      pausedUntil = performance.now() + PAUSE_MS;
      return use(own);
    }
  };
  return {
    reserve: (endpoint, calls, limits) => run((rates) => rates.reserve(endpoint, calls, limits)),
    halve: (endpoint, refused) => run((rates) => rates.halve(endpoint, refused)),
  };
}
