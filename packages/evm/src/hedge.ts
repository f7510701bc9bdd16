import { setTimeout as sleep } from "node:timers/promises";

export interface Hedge<T> {
  /** How long the first attempt may take before the second one is started beside it. */
  afterMs: number;
  /** undefined: there is nothing else to try. */
  startSecond: () => Promise<T> | undefined;
  /** Whether a failure is a result in itself, which the other attempt would not change. */
  isFinal: (error: unknown) => boolean;
  /** Told that the second attempt had a result while the first one still ran. */
  onLate: () => void;
}

/** The result of whichever attempt succeeds first. @throws what the first one throws, when neither succeeds. */
export async function hedge<T>(first: Promise<T>, { afterMs, startSecond, isFinal, onLate }: Hedge<T>): Promise<T> {
  const timer = new AbortController();
  const late = Symbol("late");
  const delay = sleep(afterMs, late, { signal: timer.signal, ref: false }).catch(() => late);
  const early = await Promise.race([first, delay]).finally(() => timer.abort());
  if (early !== late) return early as T;
  const second = startSecond();
  if (second === undefined) return first;
  return new Promise<T>((resolve, reject) => {
    let running = 2;
    let isFirstRunning = true;
    let failure: unknown;
    const settle = (isFirst: boolean, end: () => void): void => {
      running--;
      if (isFirst) isFirstRunning = false;
      else if (isFirstRunning) onLate();
      end();
    };
    const watch = (attempt: Promise<T>, isFirst: boolean): void =>
      void attempt.then(
        (value) => settle(isFirst, () => resolve(value)),
        (error: unknown) => {
          if (isFinal(error)) return settle(isFirst, () => reject(error));
          running--;
          if (isFirst) [isFirstRunning, failure] = [false, error];
          if (running === 0) reject(failure);
        },
      );
    watch(first, true);
    watch(second, false);
  });
}
