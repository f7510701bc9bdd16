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
  /** How often one call may fail in one way, over all endpoints. */
  attempts: number;
  /** Before an endpoint that is well is asked the same again; twice as long each time. */
  pauseMs: number;
  /** How long a call that is not heavy may take before another endpoint is called beside. */
  hedgeMs: number;
  signal?: AbortSignal | undefined;
  onCall?: OnCall | undefined;
}

/** A call, and what its result must fit. */
export interface Question<T = unknown> extends RpcCall {
  /** Throws when the result can't be true: then another endpoint is asked, and this one later again. */
  check?: ((result: T) => void) | undefined;
}

export interface Failover {
  request(this: void, question: Question): Promise<unknown>;
  /** Before anything else is asked, every endpoint must say again which chain it speaks for. */
  doubt(this: void): void;
}

/** A node that lacks a block is asked again only this often: the block may have been reorged away for good. */
const LAGGING_ATTEMPTS = 6;
/** Answers that don't fit: with one endpoint, the chain may have moved on in between. */
const UNFIT_ATTEMPTS = 6;
/** Time-outs of batches, which get smaller by half each time: enough to reach a single call. */
const SLOW_ATTEMPTS = 9;
/** For each attempt, how often a call may find that it can't be sent yet. */
const RESTS = 20;
const LONGEST_PAUSE_MS = 2_000;
/** An endpoint that was tried in vain is worth as much as one that rests so much longer. */
const TRIED_MS = 2_000;

/** Makes a call succeed if any endpoint can answer it: the first one that is well and speaks for the right chain. */
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
  const pick = (tried: Map<Endpoint, number>): Endpoint => {
    const cost = (endpoint: Endpoint) => (tried.get(endpoint) ?? 0) * TRIED_MS + endpoint.restMs();
    const [first] = listUsable().toSorted((a, b) => cost(a) - cost(b));
    if (first === undefined) throw wrong.toError();
    return first;
  };
  const tryOnce = async (endpoint: Endpoint, question: Question, attempt: Attempt): Promise<unknown> => {
    await verify(endpoint);
    const reply = await endpoint.send(question, attempt).catch((error: unknown) => {
      // Who failed may be another one when it is back; who has had too many calls is there.
      if (!WAS_THERE.has(kindOf(error))) verified.delete(endpoint);
      throw error;
    });
    if ("error" in reply) throw new RpcCallError(question.method, reply.error);
    question.check?.(reply.result);
    return reply.result;
  };
  const note = (endpoint: Endpoint, kind: "error" | "retry", detail: string): void =>
    onCall?.({ kind, host: endpoint.host, detail });
  /** Of this endpoint, and of another one as well if it takes long. */
  const tryHedged = async (endpoint: Endpoint, question: Question): Promise<unknown> => {
    const [attempt, secondAttempt] = [createAttempt(), createAttempt()];
    const startSecond = (): Promise<unknown> | undefined => {
      const second = listUsable().find((other) => other !== endpoint && other.restMs() === 0);
      if (second === undefined) return undefined;
      note(second, "retry", question.method);
      return tryOnce(second, question, secondAttempt);
    };
    const onLate = (): void => {
      if (!attempt.isQueued) endpoint.noteLate();
    };
    const afterMs = getHedgeMs(question.method, hedgeMs);
    try {
      return await hedge(tryOnce(endpoint, question, attempt), { afterMs, startSecond, isFinal, onLate });
    } finally {
      attempt.isCancelled = secondAttempt.isCancelled = true; // the other one may still wait for its turn
    }
  };
  const run = async (question: Question): Promise<unknown> => {
    const tried = new Map<Endpoint, number>();
    const failures = new Map<string, number>();
    for (;;) {
      signal?.throwIfAborted();
      const endpoint = pick(tried);
      const before = tried.get(endpoint) ?? 0;
      const pause = Math.max(
        endpoint.restMs(),
        before === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, pauseMs * 2 ** (before - 1)),
      );
      await sleepFor(pause, signal);
      // others may have failed meanwhile: then it is not sent
      if (tried.size > 0 && endpoint.restMs() === 0) note(endpoint, "retry", question.method);
      try {
        return await tryHedged(endpoint, question);
      } catch (error) {
        const kind = kindOf(error);
        const wasSent = kind !== "resting";
        if (wasSent) note(endpoint, "error", kind);
        failures.set(kind, (failures.get(kind) ?? 0) + 1);
        if (failures.get(kind)! >= allowedAttempts(error, attempts, listUsable().length)) throw wrong.explain(error);
        if (wasSent) tried.set(endpoint, before + 1);
      }
    }
  };
  const untilAborted = createCutOff(signal);
  return { request: (question) => untilAborted(run(question)), doubt: () => verified.clear() };
}

const createAttempt = (): Attempt => ({ isCancelled: false, isQueued: false });

const WAS_THERE = new Set(["limited", "resting"]);

/** What failures of one call are counted by; not by codes, which a node may vary for ever. */
function kindOf(error: unknown): string {
  if (error instanceof EndpointError) return error.kind;
  if (error instanceof WrongChainError) return "wrong chain";
  if (!(error instanceof RpcCallError)) return "unfit";
  if (isTransient(error)) return "limited";
  if (isLagging(error)) return "lagging";
  if (isPruned(error)) return "pruned";
  return isUnsupported(error) ? "unsupported" : "refused";
}

/** Whether every endpoint would answer so. */
const isFinal = (error: unknown): boolean => kindOf(error) === "refused";

/** @param usable - How many endpoints there are. */
function allowedAttempts(error: unknown, attempts: number, usable: number): number {
  if (error instanceof WrongChainError) return Number.POSITIVE_INFINITY; // `pick` ends it when none is left
  if (error instanceof EndpointError) return endpointAttempts(error, attempts);
  if (!(error instanceof RpcCallError)) return UNFIT_ATTEMPTS;
  if (isTransient(error)) return attempts;
  if (isLagging(error)) return LAGGING_ATTEMPTS;
  return isPruned(error) || isUnsupported(error) ? usable : 1;
}

/** A body that is too large stays so; a time-out is more likely a heavy question than a short pause. */
function endpointAttempts({ kind, status }: EndpointError, attempts: number): number {
  if (status === 413) return 1;
  if (kind === "resting") return attempts * RESTS;
  if (kind === "slow") return Math.max(attempts, SLOW_ATTEMPTS);
  return kind === "timeout" || kind === "oversize" ? Math.min(attempts, 3) : attempts;
}

async function verifyChainId(endpoint: Endpoint, chain: string, chainId: number): Promise<void> {
  const reply = await endpoint.send({ method: "eth_chainId" });
  if ("error" in reply) throw new RpcCallError("eth_chainId", reply.error);
  const actual = Number(reply.result);
  if (typeof reply.result !== "string" || !Number.isSafeInteger(actual)) {
    throw new EndpointError("malformed", `${endpoint.host} answered no chain id`);
  }
  if (actual !== chainId) throw new WrongChainError(endpoint.host, chain, chainId, actual);
}
