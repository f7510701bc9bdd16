import { setTimeout as wait } from "node:timers/promises";
import type { PocketChain } from "@portico/pocket";
import type { RunningService } from "./runService.ts";
import { createTraffic, type Traffic } from "./traffic.ts";

export interface ReorgPlan {
  readonly seed: number;
  /** Of each fork, in blocks. */
  readonly depths: readonly number[];
  /** Mined before the first fork, so that no fork reaches the scenario's set-up. */
  readonly lead: number;
}

/** So long the indexer may look at a fork before it grows; at times it gets nowhere. */
const PAUSES_MS = [0, 20, 120, 400] as const;

/**
 * Lets people go on and the newest blocks change, over and over, on all chains: every other time as many other blocks take
 * their place, the other times the chain is shorter for a while and then longer than it was.
 * @returns how many transactions were sent.
 */
export async function reorganise(service: RunningService, { seed, depths, lead }: ReorgPlan): Promise<number> {
  const chains = Object.keys(service.pocket.chains) as PocketChain[];
  const traffics = await Promise.all(
    chains.map((chain, index) => createTraffic(service.pocket, chain, seed * 100 + index)),
  );
  const each = (act: (traffic: Traffic) => Promise<void>) => Promise.all(traffics.map(act));
  const mine = (blocks: number) => each((traffic) => traffic.mine(blocks));
  await mine(lead);
  for (const [index, depth] of depths.entries()) {
    if (index % 2 === 0) await service.catchUp(); // so that all of what is undone was stored
    await each((traffic) => (index % 4 < 2 ? traffic.reorg(depth) : traffic.rollback(depth)));
    await wait(PAUSES_MS[index % PAUSES_MS.length]);
    await mine((depth % 5) + 2);
  }
  await mine(Math.max(...depths)); // higher than ever
  return traffics.reduce((sum, { transactionCount }) => sum + transactionCount, 0);
}
