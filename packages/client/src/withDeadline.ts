import { PorticoError } from "./porticoError.ts";

/** What ends a call early: its caller's abort, or the timeout. */
export type Deadline = {
  /** In milliseconds, for the call with all its attempts and its body; Infinity (or more than 24 days): none. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | null | undefined;
  /** The response's body is read after `run` returns: the caller's abort must reach it then, too. */
  readonly isStream: boolean;
};

/** Engines treat a longer one as 0. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Aborts a call. It references the request too: Node no longer aborts a request that was garbage-collected, even while
 * its response is read.
 */
export type Ending = AbortController & { request?: Request };

/**
 * Runs a call with its AbortController and its deadline (unix ms). The call ends then, whatever `run` waits for.
 * @throws PorticoError timeout, or the reason of the caller's abort.
 */
export async function withDeadline<T>(
  { timeoutMs, signal, isStream }: Deadline,
  run: (ending: Ending, endsAtMs: number) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const ending: Ending = new AbortController();
  const end = () => ending.abort(signal?.reason);
  signal?.addEventListener("abort", end, { once: true });
  const late = () => ending.abort(new PorticoError("timeout", `no complete response within ${timeoutMs} ms`));
  const timer = timeoutMs <= LONGEST_TIMER_MS ? setTimeout(late, timeoutMs) : undefined;
  const unlisten = () => signal?.removeEventListener("abort", end);
  try {
    const result = await new Promise<T>((resolve, reject) => {
      ending.signal.addEventListener("abort", reject);
      run(ending, Date.now() + timeoutMs).then(resolve, reject);
    });
    if (!isStream) unlisten();
    return result;
  } catch (error) {
    unlisten();
    throw ending.signal.aborted ? ending.signal.reason : error; // some engines throw their own error
  } finally {
    clearTimeout(timer);
  }
}
