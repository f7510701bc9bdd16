import { setTimeout as wait } from "node:timers/promises";
import type { DevnetChain } from "@portico/devnet";
import type { RunningService } from "./runService.ts";
import { createTraffic, type Traffic } from "./traffic.ts";

export interface ReorgPlan {
  readonly seed: number;
  /** Depth of each fork, in blocks. */
  readonly depths: readonly number[];
  /** Blocks mined before the first fork, so that no fork reaches the scenario's set-up. */
  readonly lead: number;
}

/** Time for the indexer to process a fork before it grows; sometimes none. */
const PAUSES_MS = [0, 20, 120, 400] as const;

export interface Reorganised {
  /** Transactions that were sent, including those that were undone. */
  readonly sent: number;
  /** Blocks that were replaced or removed. */
  readonly undone: number;
}

/**
 * Repeatedly mines user transactions and changes the newest blocks on all chains: forks alternate in pairs between
 * replacing them with as many others and removing them, which leaves the chain shorter for a while; then the chain
 * grows beyond its previous length.
 */
export async function reorganise(service: RunningService, { seed, depths, lead }: ReorgPlan): Promise<Reorganised> {
  const traffics = await createTraffics(service, seed);
  const each = (act: (traffic: Traffic) => Promise<void>) => Promise.all(traffics.map(act));
  const mine = (blocks: number) => each((traffic) => traffic.mine(blocks));
  await mine(lead);
  for (const [index, depth] of depths.entries()) {
    const isReplaced = index % 4 < 2;
    if (index % 2 === 0) await service.catchUp(); // so that all undone blocks were stored
    await each((traffic) => (isReplaced ? traffic.reorg(depth) : traffic.rollback(depth)));
    await wait(PAUSES_MS[index % PAUSES_MS.length]);
    await mine((isReplaced ? 0 : depth) + (depth % 5) + 2);
  }
  const sum = (count: (traffic: Traffic) => number) => traffics.reduce((total, traffic) => total + count(traffic), 0);
  return { sent: sum(({ transactionCount }) => transactionCount), undone: sum(({ undoneCount }) => undoneCount) };
}

/** Mines this many blocks with user transactions on all chains. */
export async function prosper(service: RunningService, { seed, blocks }: { seed: number; blocks: number }) {
  await Promise.all((await createTraffics(service, seed)).map((traffic) => traffic.mine(blocks)));
}

const createTraffics = ({ devnet }: RunningService, seed: number): Promise<Traffic[]> =>
  Promise.all(
    (Object.keys(devnet.chains) as DevnetChain[])
      .filter((chain) => chain !== "matic") // the contracts they use are not deployed there
      .map((chain, index) => createTraffic(devnet, chain, seed * 100 + index)),
  );
