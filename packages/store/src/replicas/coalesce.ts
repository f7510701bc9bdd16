/** Shares calls of `load`: each caller gets the result of one that began after its own call, and one runs at a time. */
export function coalesce<T>(load: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const start = (): Promise<T> => {
    const started = load().finally(() => (running = undefined));
    running = started;
    return started;
  };
  const follow = async (before: Promise<T>): Promise<T> => {
    await before.catch(() => undefined);
    next = undefined;
    return await start();
  };
  return () => {
    if (next !== undefined) return next;
    if (running === undefined) return start();
    next = follow(running);
    return next;
  };
}
