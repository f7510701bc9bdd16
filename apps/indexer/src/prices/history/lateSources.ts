import type { Address } from "@portico/evm";
import { findFirstObservedAt, listNewestPoints, listPriceSources } from "@portico/store";
import type { BlockRef, PricePoint } from "@portico/store";
import { takeChanges, writePointPage } from "./pointPage.ts";
import { getFineStart, getMark, listMarks } from "./priceMarks.ts";
import { walkMarks } from "./walkMarks.ts";
import type { SideWork } from "../../sideWork.ts";

/** The sources whose history a run has processed. */
export interface SeenSources {
  /** Undefined before the first run: then all sources count as seen. */
  addresses: Set<Address> | undefined;
}

export const createSeenSources = (): SeenSources => ({ addresses: undefined });

/**
 * Writes prices from sources found late: an untraded pool is searched for in a side job, and its observation is of the
 * first block. Only tokens that never had a price get one; all of them together, or none.
 * @param clock - The mark up to which points are written.
 * @returns false if the chain changed meanwhile.
 */
export async function writeLateSources(
  job: SideWork,
  seen: SeenSources,
  { head, clock }: { head: BlockRef; clock: number },
): Promise<boolean> {
  const { db, chain } = job;
  const sources = (await listPriceSources(db, chain.slug)).filter(({ kind }) => kind !== "none");
  const addresses = sources.map(({ address }) => address);
  const late = seen.addresses === undefined ? [] : addresses.filter((address) => !seen.addresses!.has(address));
  const observedAt = late.length === 0 ? undefined : await findFirstObservedAt(db, chain.slug, late);
  const points =
    observedAt === undefined || observedAt > clock ? [] : await listNewPoints(job, { head, clock, observedAt });
  const isWritten = await writePointPage(job, { head, from: clock, timeAt: clock, points });
  if (isWritten) seen.addresses = new Set(addresses);
  return isWritten;
}

async function listNewPoints(
  job: SideWork,
  { head, clock, observedAt }: { head: BlockRef; clock: number; observedAt: number },
): Promise<PricePoint[]> {
  const { db, chain, signal } = job;
  const known = new Set((await listNewestPoints(db, chain.slug, clock)).map(({ token }) => token));
  const from = getMark(observedAt);
  const marks = listMarks(from, clock, getFineStart(head.timeAt));
  const current = new Map<Address, number>();
  const points: PricePoint[] = [];
  for await (const { timeAt, prices } of walkMarks({ ...job, head, marks, from })) {
    signal.throwIfAborted();
    const others = new Map([...prices].filter(([token]) => !known.has(token)));
    points.push(...takeChanges(current, { timeAt, prices: others }));
  }
  return points;
}
