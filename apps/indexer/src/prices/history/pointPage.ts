import type { Address } from "@portico/evm";
import { holdChain, inTransaction, lockPriceClock, writePriceClock, writePricePoints } from "@portico/store";
import type { BlockRef, PricePoint } from "@portico/store";
import type { MarkPrices } from "./walkMarks.ts";
import type { SideWork } from "../../sideWork.ts";

export interface PointPage {
  /** The block that all points are based on. */
  head: BlockRef;
  /** The clock's old and new position. */
  from: number;
  timeAt: number;
  points: readonly PricePoint[];
}

/** @returns false if the block is no longer the chain's, or the clock is elsewhere: then nothing is stored. */
export async function writePointPage(
  { db, chain }: Pick<SideWork, "chain" | "db">,
  { head, from, timeAt, points }: PointPage,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await holdChain(tx, chain.slug, head))) return false;
    if ((await lockPriceClock(tx, chain.slug))?.timeAt !== from) return false;
    await writePricePoints(tx, chain.slug, points);
    if (timeAt !== from) await writePriceClock(tx, chain.slug, { timeAt });
    return true;
  });
}

/** Changed prices; 0 where there is no price any more. */
export function takeChanges(current: Map<Address, number>, { timeAt, prices }: MarkPrices): PricePoint[] {
  const points: PricePoint[] = [];
  const change = (token: Address, usd: number): void => {
    if ((current.get(token) ?? 0) === usd) return;
    current.set(token, usd);
    points.push({ token, timeAt, usd });
  };
  for (const [token, usd] of prices) change(token, usd);
  for (const token of current.keys()) if (!prices.has(token)) change(token, 0);
  return points;
}
