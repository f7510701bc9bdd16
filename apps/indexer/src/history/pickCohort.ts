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
 */
export function pickCohort(histories: readonly OwnerHistory[], isDeepest: boolean): Cohort | undefined {
  const open = histories
    .map(({ owner, logsFrom, toBlock }) => ({ owner, next: (logsFrom ?? toBlock + 1n) - 1n }))
    .filter(({ next }) => next >= 0n);
  const ends = [...new Set(open.map(({ next }) => next))].toSorted((a, b) => (a < b ? 1 : -1));
  const [toBlock, joined = -1n] = isDeepest ? ends.slice(-1) : ends;
  if (toBlock === undefined) return undefined;
  const owners = open.filter(({ next }) => next === toBlock).map(({ owner }) => owner);
  return { owners, toBlock, minBlock: joined + 1n };
}
