/** How long one request waits for what may take forever. */
export interface Budget {
  /** As the work, undefined when the time is over before it; the work goes on. */
  readonly within: <T>(work: Promise<T>) => Promise<T | undefined>;
  readonly stop: () => void;
}

/** The clock starts now; a timer, only when something is waited for: most requests wait for nothing. */
export function startBudget(waitMs: number): Budget {
  const startedAt = performance.now();
  const over = Promise.withResolvers<undefined>();
  let timer: NodeJS.Timeout | undefined;
  return {
    within(work) {
      timer ??= setTimeout(over.resolve, startedAt + waitMs - performance.now(), undefined);
      return Promise.race([work, over.promise]);
    },
    stop: () => clearTimeout(timer),
  };
}
