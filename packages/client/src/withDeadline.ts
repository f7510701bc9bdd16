import { PorticoError } from "./porticoError.ts";

/** When a call ends early: by its caller, or by the clock. */
export type Deadline = {
  /** In milliseconds, for the call with all its attempts and its body; Infinity (or more than 24 days): never. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | null | undefined;
  /** The answer's body is read after `run` is done: the caller's abort must reach it then, too. */
  readonly isStream: boolean;
};

/** Engines take a longer one for none at all. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** What ends a call. It holds the request too: Node no longer aborts one that nobody holds, even while its answer is read. */
export type Ending = AbortController & { request?: Request };

/**
 * Runs a call with what ends it, and the time (unix ms) when it will. Whatever `run` waits for, the call ends then.
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
  const late = () => ending.abort(new PorticoError("timeout", `no whole answer within ${timeoutMs} ms`));
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
    throw ending.signal.aborted ? ending.signal.reason : error; // some engines throw an error of their own
  } finally {
    clearTimeout(timer);
  }
}
