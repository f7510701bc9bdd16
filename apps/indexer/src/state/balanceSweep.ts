import { listOwnerPairs } from "@portico/store";
import type { Pair, Store } from "@portico/store";
import type { OwnerFilter } from "../owners/ownerFilter.ts";

/** How far the followed owners' balances have been read again, apart from those that a log or a transaction names. */
export interface BalanceSweep {
  /** The last pair that was read; undefined: the next is the first. */
  after: Pair | undefined;
  /** When, by performance.now(). */
  readAt: number;
}

/** About two requests, every half minute: a round of 10,000 owners with 20 tokens each takes under two hours. */
const PAIRS_AT_ONCE = 1_000;

export const createBalanceSweep = (): BalanceSweep => ({ after: undefined, readAt: performance.now() });

interface SweepWork {
  chain: { slug: string };
  owners: OwnerFilter | undefined;
  sweep: BalanceSweep;
  limits: { balancePage: number; sweepMs: number };
}

export interface SweptPairs {
  pairs: readonly Pair[];
  /** Call it when they are stored: the next ones are those after them. */
  end(): void;
}

/**
 * The next balances of followed owners to be read again: tokens can change them without a log, and contracts can pay
 * coin between two readings. None, if it is too early.
 */
export async function takeSweep(db: Store, { chain, owners, sweep, limits }: SweepWork): Promise<SweptPairs> {
  const now = performance.now();
  if (owners === undefined || now - sweep.readAt < limits.sweepMs) return { pairs: [], end: () => undefined };
  const limit = Math.min(PAIRS_AT_ONCE, Math.max(1, limits.balancePage >> 1));
  const pairs = await listOwnerPairs(db, chain.slug, { after: sweep.after, limit });
  sweep.readAt = now;
  return { pairs, end: () => void (sweep.after = pairs.length < limit ? undefined : pairs.at(-1)) };
}
