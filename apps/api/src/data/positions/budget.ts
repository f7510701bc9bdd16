/** Timeout of a request for work that may never end. */
export interface Budget {
  /** The work's result, undefined if the timeout comes first; the work continues. */
  readonly within: <T>(work: Promise<T>) => Promise<T | undefined>;
  readonly stop: () => void;
}

/** The clock starts now; a timer starts only when something is awaited: most requests wait for nothing. */
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
