import { createLogSpan, createRpc, getChain } from "@portico/evm";
import type { Address, Chain, LogSpan, Rpc } from "@portico/evm";
import { listTokens } from "@portico/store";
import type { Store } from "@portico/store";
import type { PairSet } from "./pairSet.ts";
import { createPairSet } from "./pairSet.ts";
import type { ProgressMeter } from "./progress.ts";
import { createRangePlan } from "./rangePlan.ts";
import type { RangePlan } from "./rangePlan.ts";
import { readTraces } from "./readTraces.ts";
import { createRecentBlocks } from "./reorg.ts";
import type { RecentBlocks } from "./reorg.ts";

/** What the work on one chain needs and has learnt while it runs. All of it can be lost. */
export interface ChainWork {
  db: Store;
  chain: Chain;
  rpc: Rpc;
  span: LogSpan;
  hasTraces: boolean;
  plan: RangePlan;
  recent: RecentBlocks;
  /** Tokens that the store describes. */
  knownTokens: Set<Address>;
  /** Pairs that this run put into the queue of stale balances since it last took some out: no need to put them twice. */
  queued: PairSet;
  meter: ProgressMeter;
  signal: AbortSignal;
  limits: WorkLimits;
}

/** Smaller ones cost less memory and ask less of an RPC at once, and take longer. */
export interface WorkLimits {
  /** Blocks fetched and stored at once, at most. */
  rangeBlocks: number;
  /** Balances read and stored at once, at most. */
  balancePage: number;
}

export const DEFAULT_LIMITS: WorkLimits = { rangeBlocks: 2_000, balancePage: 20_000 };

/** @throws RangeError for an unknown slug. */
export function createChainRpc(slug: string, urls: readonly string[]): { chain: Chain; rpc: Rpc } {
  const chain = getChain(slug);
  return { chain, rpc: createRpc({ chain, urls, resultReaders: { trace_block: readTraces } }) };
}

export async function createChainWork(
  known: Pick<ChainWork, "chain" | "db" | "hasTraces" | "limits" | "meter" | "rpc" | "signal">,
): Promise<ChainWork> {
  const tokens = await listTokens(known.db, [known.chain.id]);
  return {
    ...known,
    span: createLogSpan(known.limits.rangeBlocks),
    plan: createRangePlan(known.limits.rangeBlocks),
    recent: createRecentBlocks(),
    knownTokens: new Set(tokens.map(({ address }) => address)),
    queued: createPairSet(),
  };
}
