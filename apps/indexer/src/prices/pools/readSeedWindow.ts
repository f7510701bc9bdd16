import { findCause, RpcCallError } from "@portico/evm";
import type { BlockRef, PriceObservation, PriceSource } from "@portico/store";
import { WINDOW_SECONDS } from "../evaluation/priceRules.ts";
import type { PriceWork } from "../priceWork.ts";
import { readPoolMeans } from "./poolMeans.ts";
import { readV2Pools, readV3Pools } from "./readPools.ts";

/** Ends of the window of pools' mean prices. */
export interface SeedWindow {
  /** The newest block at or before its start; undefined: unknown. */
  first: BlockRef | undefined;
  head: BlockRef;
}

/** Ticks are whole: a mean within one of them is that of a constant price. */
const TICK = 0.0001;

/**
 * Observations of pools whose events were not stored: their state at the head, and as if they had stayed at their own
 * accumulators' mean in the window before it. Where the node lacks the state of the window's start, they have a price
 * only when the window has passed; so do pools that are younger.
 */
export async function readSeedWindow(
  work: Pick<PriceWork, "rpc">,
  sources: readonly PriceSource[],
  { first, head }: SeedWindow,
): Promise<PriceObservation[]> {
  const listOf = (kind: "v2" | "v3") =>
    sources.filter((source) => source.kind === kind).map(({ address }) => ({ ...head, address }));
  const [v2, v3, means] = await Promise.all([
    readV2Pools(work, listOf("v2"), head),
    readV3Pools(work, listOf("v3"), head),
    first === undefined ? [] : readMeans(work, sources, { first, head }),
  ]);
  const now = new Map([...v2, ...v3].map((observation) => [observation.address, observation]));
  const before = means.flatMap((mean): PriceObservation[] => {
    const newest = now.get(mean.address);
    if (newest === undefined || mean.timeAt === head.timeAt) return [];
    return [{ ...mean, sqrtPrice: isSame(mean, newest) ? newest.sqrtPrice : mean.sqrtPrice }];
  });
  return [...before, ...now.values()];
}

async function readMeans(
  { rpc }: Pick<PriceWork, "rpc">,
  sources: readonly PriceSource[],
  { first, head }: { first: BlockRef; head: BlockRef },
): Promise<PriceObservation[]> {
  try {
    const window = { from: head.timeAt - WINDOW_SECONDS, until: head.timeAt, first, last: head };
    return (await readPoolMeans(rpc, sources, window)).observations;
  } catch (error) {
    if (findCause(error, RpcCallError) === undefined) throw error;
    return [];
  }
}

const isSame = ({ sqrtPrice: mean }: PriceObservation, { sqrtPrice: now }: PriceObservation): boolean =>
  mean !== null && now !== null && Math.abs(Number(mean) / Number(now) - 1) < TICK;
