import { randomUUID } from "node:crypto";
import type { PreExecTx } from "@portico/contract";
import type { Rpc } from "@portico/evm";
import type { Store } from "@portico/store";
import pLimit, { type LimitFunction } from "p-limit";
import type { ChainRpcs } from "../chains/chainRpcs.ts";
import { startBudget } from "../positions/budget.ts";
import type { TokenTable } from "../tokens/tokenTable.ts";
import { simulateRequest, type SimulationContext } from "./simulateRequest.ts";
import type { PreExecRequest } from "@portico/wallet";
import { describeError, toFailure, type Failure } from "./txError.ts";
import { toFailureResponse, type Standing } from "./preExecResponse.ts";

/** Simulates transactions on a node. Nothing is ever sent to a chain. */
export interface Simulator {
  /** Never rejects for lack of a node, nor for its errors: those are in the result. */
  readonly run: (request: PreExecRequest) => Promise<PreExecTx>;
}

export interface SimulatorOptions {
  readonly db: Store;
  readonly chainRpcs: ChainRpcs;
  readonly tokens: TokenTable;
  /** Timeout of one request to a node, ms. */
  readonly waitMs: number;
  /** Called if a simulation could not be made. */
  readonly onError: (error: unknown, about: { readonly chain: string; readonly traceId: string }) => void;
}

type Means = Pick<SimulationContext, "rpc" | "signal">;

/** Maximum concurrent simulations of one chain, and maximum waiting ones: positions are read from the same node. */
const MAX_CONCURRENT = 8;
const MAX_WAITING = 200;

export function createSimulator({ db, chainRpcs, tokens, waitMs, onError }: SimulatorOptions): Simulator {
  const limits = new Map<string, LimitFunction>();
  const limitOf = (chain: string): LimitFunction => {
    const limit = limits.get(chain) ?? pLimit(MAX_CONCURRENT);
    limits.set(chain, limit);
    return limit;
  };

  const simulateSafely = async (means: Means, request: PreExecRequest, standing: Standing): Promise<PreExecTx> => {
    try {
      return await simulateRequest({ db, tokens, ...means }, request, standing);
    } catch (error) {
      if (!means.signal.aborted) onError(error, { chain: request.chain.slug, traceId: standing.traceId });
      return toFailureResponse(standing, describeError(error));
    }
  };

  /** After the timeout a running simulation makes no further RPC calls; a queued one never starts. */
  const simulateInTime = async (rpc: Rpc, request: PreExecRequest, standing: Standing): Promise<PreExecTx> => {
    const limit = limitOf(request.chain.slug);
    if (limit.pendingCount >= MAX_WAITING) return toFailureResponse(standing, BUSY);
    const budget = startBudget(waitMs);
    const over = new AbortController();
    const { signal } = over;
    const work = limit(async () => (signal.aborted ? undefined : simulateSafely({ rpc, signal }, request, standing)));
    const answer = await budget.within(work);
    over.abort();
    budget.stop();
    if (answer !== undefined) return answer;
    onError(new Error(LATE.msg), { chain: request.chain.slug, traceId: standing.traceId });
    return toFailureResponse(standing, LATE);
  };

  const run: Simulator["run"] = async (request) => {
    const standing: Standing = { traceId: randomUUID(), way: "v0", blockNumber: undefined, isMultisig: false };
    const found = chainRpcs.find(request.chain.slug);
    if (found !== undefined) return await simulateInTime(found.rpc, request, standing);
    return toFailureResponse(standing, toFailure("nodeAway", `No node of '${request.chain.slug}' is configured here`));
  };
  return { run };
}

const BUSY: Failure = toFailure("nodeAway", "The node of this chain is busy with other simulations");
const LATE: Failure = toFailure("nodeAway", "The node of this chain did not respond in time");
