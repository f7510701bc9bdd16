import { max } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { OwnerHistory } from "@portico/store";

/** Owners whose logs are searched together. */
export interface Cohort {
  owners: Address[];
  toBlock: bigint;
  /** Where the next owners join. */
  minBlock: bigint;
}

/**
 * Owners whose logs are known equally far, down to where others are, which join them then: so many owners cost as much as
 * one.
 * @param isDeepest - Those who are known farthest, instead of least far: new owners must not delay the others for ever.
 * @param floorOf - The block before which an owner's logs are not searched yet.
 */
export function pickCohort(
  histories: readonly OwnerHistory[],
  isDeepest: boolean,
  floorOf: (history: OwnerHistory) => bigint = () => 0n,
): Cohort | undefined {
  const open = histories
    .map((history) => ({
      owner: history.owner,
      next: (history.logsFrom ?? history.toBlock + 1n) - 1n,
      floor: floorOf(history),
    }))
    .filter(({ next, floor }) => next >= floor);
  const ends = [...new Set(open.map(({ next }) => next))].toSorted((a, b) => (a < b ? 1 : -1));
  const [toBlock, joined = -1n] = isDeepest ? ends.slice(-1) : ends;
  if (toBlock === undefined) return undefined;
  const picked = open.filter(({ next }) => next === toBlock);
  const minBlock = picked.reduce((least, { floor }) => max(least, floor), joined + 1n);
  return { owners: picked.map(({ owner }) => owner), toBlock, minBlock };
}
