import { createCallRates } from "./callRates.ts";
import type { CallRates } from "./callRates.ts";

/** How long shared rates are not used after a failure. */
const PAUSE_MS = 5_000;

/** Shared rates, with this process's own as a fallback while those are unavailable. */
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
