/**
 * Creates a function that makes promises reject with the signal's reason once it aborts. One
 * listener for any number of promises.
 */
export function createCutOff(signal: AbortSignal | undefined): <T>(work: Promise<T>) => Promise<T> {
  if (signal === undefined) return (work) => work;
  const open = new Set<() => void>();
  signal.addEventListener("abort", () => open.forEach((cut) => cut()), { once: true });
  return (work) =>
    new Promise((resolve, reject) => {
      const cut = () => reject(signal.reason as Error);
      open.add(cut);
      void work.then(resolve, reject).finally(() => open.delete(cut));
    });
}
