/**
 * Runs jobs ahead of their consumer, at most `ahead` at once, and yields their results in the order of the jobs. The
 * first failure is thrown in its turn; errors of jobs still running then are ignored.
 */
export async function* inOrder<T>(jobs: Iterator<() => Promise<T>>, ahead: number): AsyncGenerator<T> {
  const running: Promise<T>[] = [];
  const startNext = (): void => {
    const { done, value } = jobs.next();
    if (done === true) return;
    const job = value();
    job.catch(() => undefined); // reported in its turn
    running.push(job);
  };
  for (let count = 0; count < ahead; count++) startNext();
  for (let next = running.shift(); next !== undefined; next = running.shift()) {
    const result = await next;
    startNext();
    yield result;
  }
}
