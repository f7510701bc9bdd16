import { setTimeout as sleep } from "node:timers/promises";

export interface Hedge<T> {
  /** Time of the first attempt after which the second one starts in parallel. */
  afterMs: number;
  /** undefined: there is no other endpoint. */
  startSecond: () => Promise<T> | undefined;
  /** Whether a failure is final, so that another attempt would not change it. */
  isFinal: (error: unknown) => boolean;
  /** Called if the second attempt finished while the first one was still running. */
  onLate: () => void;
}

/** The first successful attempt's result. @throws the first attempt's error if both fail. */
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
