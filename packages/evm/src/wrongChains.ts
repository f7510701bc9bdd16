import { EndpointError, WrongChainError } from "./rpcErrors.ts";

/** Endpoints of another chain: excluded until the next check, with doubling intervals. */
export interface WrongChains<T> {
  add(endpoint: T, error: WrongChainError): void;
  /** It is on the right chain. */
  clear(endpoint: T): void;
  /** Whether it is currently excluded. */
  has(endpoint: T): boolean;
  /** Why no endpoint is left. */
  toError(): Error;
  /** Adds the excluded endpoints to an error. */
  explain(error: unknown): unknown;
}

interface Exclusion {
  error: WrongChainError;
  until: number;
  delayMs: number;
}

/** Multiple of the retry pause. */
const FIRST_FACTOR = 5;
const MAX_FACTOR = 300;

/** @param pauseMs - Pause before a call is retried. */
export function createWrongChains<T>(chain: string, pauseMs: number): WrongChains<T> {
  const excluded = new Map<T, Exclusion>();
  let wasRight = false;
  const explain = (): string => [...excluded.values()].map(({ error }) => error.message).join("; ");
  return {
    add(endpoint, error) {
      const before = excluded.get(endpoint)?.delayMs;
      const delayMs = before === undefined ? pauseMs * FIRST_FACTOR : Math.min(pauseMs * MAX_FACTOR, before * 2);
      excluded.set(endpoint, { error, delayMs, until: performance.now() + delayMs });
    },
    clear(endpoint) {
      wasRight = true;
      excluded.delete(endpoint);
    },
    has: (endpoint) => (excluded.get(endpoint)?.until ?? 0) > performance.now(),
    toError() {
      const [first] = excluded.values();
      if (first === undefined) return new EndpointError("network", `'${chain}' has no RPC URL`);
      return wasRight
        ? new EndpointError("network", `no RPC URL of '${chain}' speaks for it now: ${explain()}`)
        : first.error;
    },
    explain(error) {
      if (!(error instanceof EndpointError) || excluded.size === 0) return error;
      const { kind, status, retryAfterMs } = error;
      const message = `${error.message}; left out: ${explain()}`;
      return new EndpointError(kind, message, {
        cause: error,
        retryAfterMs,
        ...(status === undefined ? {} : { status }),
      });
    },
  };
}
