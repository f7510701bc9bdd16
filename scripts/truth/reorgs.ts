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

export interface Reorganised {
  /** Transactions that were sent, also those that were undone. */
  readonly sent: number;
  /** Blocks that were replaced by others, or are gone. */
  readonly undone: number;
}

/**
 * Lets people go on and the newest blocks change, over and over, on all chains: every other time as many other blocks take
 * their place, the other times the chain is shorter for a while; then it is longer than it was.
 */
export async function reorganise(service: RunningService, { seed, depths, lead }: ReorgPlan): Promise<Reorganised> {
  const traffics = await createTraffics(service, seed);
  const each = (act: (traffic: Traffic) => Promise<void>) => Promise.all(traffics.map(act));
  const mine = (blocks: number) => each((traffic) => traffic.mine(blocks));
  await mine(lead);
  for (const [index, depth] of depths.entries()) {
    const isReplaced = index % 4 < 2;
    if (index % 2 === 0) await service.catchUp(); // so that all of what is undone was stored
    await each((traffic) => (isReplaced ? traffic.reorg(depth) : traffic.rollback(depth)));
    await wait(PAUSES_MS[index % PAUSES_MS.length]);
    await mine((isReplaced ? 0 : depth) + (depth % 5) + 2);
  }
  const sum = (count: (traffic: Traffic) => number) => traffics.reduce((total, traffic) => total + count(traffic), 0);
  return { sent: sum(({ transactionCount }) => transactionCount), undone: sum(({ undoneCount }) => undoneCount) };
}

/** Lets people go on for so many blocks on all chains. */
export async function prosper(service: RunningService, { seed, blocks }: { seed: number; blocks: number }) {
  await Promise.all((await createTraffics(service, seed)).map((traffic) => traffic.mine(blocks)));
}

const createTraffics = ({ pocket }: RunningService, seed: number): Promise<Traffic[]> =>
  Promise.all(
    (Object.keys(pocket.chains) as PocketChain[])
      .filter((chain) => chain !== "matic") // what they use doesn't stand there
      .map((chain, index) => createTraffic(pocket, chain, seed * 100 + index)),
  );
