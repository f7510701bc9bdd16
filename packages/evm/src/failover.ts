import { getHedgeMs } from "./callWeight.ts";
import type { Endpoint } from "./endpoint.ts";
import { hedge } from "./hedge.ts";
import type { RpcCall } from "./jsonRpcPost.ts";
import type { Attempt } from "./lanes.ts";
import type { OnCall } from "./rpcEvent.ts";
import {
  EndpointError,
  isLagging,
  isPruned,
  isTransient,
  isUnsupported,
  RpcCallError,
  WrongChainError,
} from "./rpcErrors.ts";
import { createCutOff } from "./cutOff.ts";
import { sleepFor } from "./sleepFor.ts";
import { createWrongChains } from "./wrongChains.ts";

export interface FailoverOptions {
  chain: string;
  chainId: number;
  endpoints: readonly Endpoint[];
  /** How often a call may fail in one way, over all endpoints. */
  attempts: number;
  /** Pause before the same request to a healthy endpoint; doubled each time. */
  pauseMs: number;
  /** Time after which a call that is not heavy is hedged by another endpoint. */
  hedgeMs: number;
  signal?: AbortSignal | undefined;
  onCall?: OnCall | undefined;
}

/** A call, and the check of its result. */
export interface RpcRequest<T = unknown> extends RpcCall {
  /** Throws if the result can't be true: then another endpoint is called, and this one later again. */
  check?: ((result: T) => void) | undefined;
}

export interface Failover {
  request(this: void, rpcRequest: RpcRequest): Promise<unknown>;
  /** Verifies every endpoint's chain id again before the next call. */
  doubt(this: void): void;
}

/** A node that lacks a block is called only this often: the block may have been reorganized away. */
const LAGGING_ATTEMPTS = 6;
/** Inconsistent results: with one endpoint, the chain may have advanced in between. */
const UNFIT_ATTEMPTS = 6;
/** Timeouts of batches, which are halved each time: enough to reach a single call. */
const SLOW_ATTEMPTS = 9;
/** Per attempt, how often a call may be postponed. */
const MAX_BACKOFFS = 20;
const LONGEST_PAUSE_MS = 2_000;
/** An endpoint that failed already ranks like one with this much more backoff. */
const TRIED_MS = 2_000;
/** The same for an endpoint that would refuse the call: only its error is of use, if no other endpoint can respond. */
const REFUSED_MS = 3_600_000;

/** Makes a call succeed if any endpoint can: the first one that is healthy and on the right chain. */
export function createFailover({ chain, chainId, endpoints, ...options }: FailoverOptions): Failover {
  const { attempts, pauseMs, hedgeMs, signal, onCall } = options;
  const verified = new Map<Endpoint, Promise<void>>();
  const wrong = createWrongChains<Endpoint>(chain, pauseMs);

  const verify = (endpoint: Endpoint): Promise<void> => {
    const known = verified.get(endpoint);
    if (known !== undefined) return known;
    const check = verifyChainId(endpoint, chain, chainId).then(
      () => wrong.clear(endpoint),
      (error: unknown) => {
        verified.delete(endpoint);
        if (error instanceof WrongChainError) wrong.add(endpoint, error);
        throw error;
      },
    );
    verified.set(endpoint, check);
    return check;
  };
  const listUsable = () => endpoints.filter((endpoint) => !wrong.has(endpoint));
  const pick = (tried: Map<Endpoint, number>, rpcRequest: RpcRequest): Endpoint => {
    const cost = (endpoint: Endpoint) =>
      (tried.get(endpoint) ?? 0) * TRIED_MS + endpoint.backoffMs() + (refuses(endpoint, rpcRequest) ? REFUSED_MS : 0);
    const [first] = listUsable().toSorted((a, b) => cost(a) - cost(b));
    if (first === undefined) throw wrong.toError();
    return first;
  };
  const tryOnce = async (endpoint: Endpoint, rpcRequest: RpcRequest, attempt: Attempt): Promise<unknown> => {
    await verify(endpoint);
    const reply = await endpoint.send(rpcRequest, attempt).catch((error: unknown) => {
      // A failed endpoint may be another server when it is back; a rate-limited one is the same.
      if (!WAS_THERE.has(kindOf(error))) verified.delete(endpoint);
      throw error;
    });
    if ("error" in reply) throw new RpcCallError(rpcRequest.method, reply.error, reply.isKnown);
    rpcRequest.check?.(reply.result);
    return reply.result;
  };
  const note = (endpoint: Endpoint, kind: "error" | "retry", detail: string): void =>
    onCall?.({ kind, host: endpoint.host, detail });
  /** Calls this endpoint, and another one in parallel if it takes long. */
  const tryHedged = async (endpoint: Endpoint, rpcRequest: RpcRequest): Promise<unknown> => {
    const [attempt, secondAttempt] = [createAttempt(), createAttempt()];
    const startSecond = (): Promise<unknown> | undefined => {
      const second = listUsable().find(
        (other) => other !== endpoint && other.backoffMs() === 0 && !refuses(other, rpcRequest),
      );
      if (second === undefined) return undefined;
      note(second, "retry", rpcRequest.method);
      return tryOnce(second, rpcRequest, secondAttempt);
    };
    const onLate = (): void => {
      if (!attempt.isQueued) endpoint.noteLate();
    };
    const afterMs = getHedgeMs(rpcRequest.method, hedgeMs);
    try {
      return await hedge(tryOnce(endpoint, rpcRequest, attempt), { afterMs, startSecond, isFinal, onLate });
    } finally {
      attempt.isCancelled = secondAttempt.isCancelled = true; // the other one may still be queued
    }
  };
  const run = async (rpcRequest: RpcRequest): Promise<unknown> => {
    const tried = new Map<Endpoint, number>();
    const failures = new Map<string, number>();
    for (;;) {
      signal?.throwIfAborted();
      const endpoint = pick(tried, rpcRequest);
      const before = tried.get(endpoint) ?? 0;
      const pause = Math.max(
        endpoint.backoffMs(),
        before === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, pauseMs * 2 ** (before - 1)),
      );
      await sleepFor(pause, signal);
      // others may have failed meanwhile: then it is not sent
      if (tried.size > 0 && endpoint.backoffMs() === 0) note(endpoint, "retry", rpcRequest.method);
      try {
        return await tryHedged(endpoint, rpcRequest);
      } catch (error) {
        const kind = kindOf(error);
        const wasSent = kind !== "resting" && !(error instanceof RpcCallError && error.isKnown);
        if (wasSent) note(endpoint, "error", kind);
        failures.set(kind, (failures.get(kind) ?? 0) + 1);
        if (failures.get(kind)! >= allowedAttempts(error, attempts, listUsable().length)) throw wrong.explain(error);
        if (kind !== "resting") tried.set(endpoint, before + 1);
      }
    }
  };
  const untilAborted = createCutOff(signal);
  return { request: (rpcRequest) => untilAborted(run(rpcRequest)), doubt: () => verified.clear() };
}

const refuses = ({ profile }: Endpoint, rpcRequest: RpcRequest): boolean =>
  profile.findRefusal(rpcRequest) !== undefined;

const createAttempt = (): Attempt => ({ isCancelled: false, isQueued: false });

const WAS_THERE = new Set(["limited", "resting"]);

/** The kind by which failures of a call are counted; not the code, which a node may vary endlessly. */
function kindOf(error: unknown): string {
  if (error instanceof EndpointError) return error.kind;
  if (error instanceof WrongChainError) return "wrong chain";
  if (!(error instanceof RpcCallError)) return "unfit";
  if (isTransient(error)) return "limited";
  if (isLagging(error)) return "lagging";
  if (isPruned(error)) return "pruned";
  return isUnsupported(error) ? "unsupported" : "refused";
}

/** Whether every endpoint would respond like this. */
const isFinal = (error: unknown): boolean => kindOf(error) === "refused";

/** @param usable - Number of endpoints. */
function allowedAttempts(error: unknown, attempts: number, usable: number): number {
  if (error instanceof WrongChainError) return Number.POSITIVE_INFINITY; // `pick` ends it when none is left
  if (error instanceof EndpointError) return endpointAttempts(error, attempts);
  if (!(error instanceof RpcCallError)) return UNFIT_ATTEMPTS;
  if (isTransient(error)) return attempts;
  if (isLagging(error)) return LAGGING_ATTEMPTS;
  return isPruned(error) || isUnsupported(error) ? usable : 1;
}

/** A body that is too large stays so; a timeout is more likely a heavy request than a short outage. */
function endpointAttempts({ kind, status }: EndpointError, attempts: number): number {
  if (status === 413) return 1;
  if (kind === "resting") return attempts * MAX_BACKOFFS;
  if (kind === "slow") return Math.max(attempts, SLOW_ATTEMPTS);
  return kind === "timeout" || kind === "oversize" ? Math.min(attempts, 3) : attempts;
}

async function verifyChainId(endpoint: Endpoint, chain: string, chainId: number): Promise<void> {
  const reply = await endpoint.send({ method: "eth_chainId" });
  if ("error" in reply) throw new RpcCallError("eth_chainId", reply.error);
  const actual = Number(reply.result);
  if (typeof reply.result !== "string" || !Number.isSafeInteger(actual)) {
    throw new EndpointError("malformed", `${endpoint.host} returned no chain id`);
  }
  if (actual !== chainId) throw new WrongChainError(endpoint.host, chain, chainId, actual);
}
