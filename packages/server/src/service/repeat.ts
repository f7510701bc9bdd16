/** Runs a task repeatedly, `everyMs` after the last run ended; a failure is logged and the next run follows. */
export function repeat(
  work: () => Promise<unknown>,
  { everyMs, onError }: { everyMs: number; onError: (error: unknown) => void },
): { stop: () => Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  let timer = setTimeout(run, everyMs).unref();
  let isStopped = false;
  const runOnce = async () => {
    try {
      await work();
    } catch (error) {
      onError(error);
    }
    if (!isStopped) timer = setTimeout(run, everyMs).unref();
  };
  function run() {
    running = runOnce();
  }
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
