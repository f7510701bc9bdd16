import { createCallRates } from "../callRates.ts";
import type { CallRates } from "../callRates.ts";

const SPEED = 20;

/** Rates of calls as in production, on a clock that is twenty times as fast: refusals are frequent in tests. */
export function createFastRates(): CallRates {
  const rates = createCallRates(() => performance.now() * SPEED);
  return {
    async reserve(endpoint, calls, limits) {
      const { waitMs, rate } = await rates.reserve(endpoint, calls, limits);
      return { waitMs: waitMs / SPEED, rate };
    },
    halve: (endpoint, refused) => rates.halve(endpoint, { ...refused, ageMs: refused.ageMs * SPEED }),
  };
}
