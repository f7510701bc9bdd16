/** How many calls an endpoint accepts in one batch: found by bisection between accepted and refused sizes. */
export interface BatchLimit {
  /** The largest batch to send, at least 1. */
  size(): number;
  /** The largest that was not refused, or that the last refusal names. */
  max(): number;
  accept(calls: number): void;
  /** @param message - The endpoint's: it may name its limit, or refuse batches altogether. */
  refuse(calls: number, message: string): void;
}

/**
 * Number of batches of the largest size after which a larger one is tried: limits change, and so do the servers behind
 * a URL.
 */
const RETRIED_AFTER = 1_000;
const NO_BATCHES =
  /(batch|array).*(not|n't|un)[ -]?(support|allow|enable|accept|permit)|(not support|disallow).*batch/i;

export function createBatchLimit(max: number): BatchLimit {
  let taken = 1;
  let refused = max + 1;
  let full = 0;
  let hint = Number.POSITIVE_INFINITY;
  const size = (): number => {
    const limit = refused > max ? max : Math.max(taken, Math.floor((taken + refused) / 2));
    return Math.min(limit, Math.max(taken, hint));
  };
  return {
    size,
    max: () => Math.min(refused - 1, Math.max(taken, hint)),
    accept(calls) {
      if (calls === size()) full++;
      if (calls > taken) taken = Math.min(calls, max);
      if (calls >= hint) hint = Number.POSITIVE_INFINITY;
      if (refused <= taken) refused = taken + 1;
      if (full < RETRIED_AFTER) return;
      full = 0;
      refused *= 2;
    },
    refuse(calls, message) {
      refused = NO_BATCHES.test(message) ? 2 : Math.min(refused, calls);
      if (taken >= refused) taken = Math.max(1, refused >> 1);
      full = 0;
      hint = findLimit(message, calls);
    },
  };
}

/** The 10 of "limit is 10, got 100", for example: nothing is lost if it means something else. */
function findLimit(message: string, calls: number): number {
  const numbers = (message.match(/\b\d{1,4}\b/g) ?? []).map(Number).filter((number) => number > 1 && number < calls);
  return numbers.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...numbers);
}
