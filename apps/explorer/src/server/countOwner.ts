import QuickLRU from "quick-lru";
import type { Limits } from "./limits.ts";

/** Counts the owner whose portfolio a visitor reads. Rejects with ServiceError rate_limited. */
export type OwnerCount = (visitor: string, owner: string) => Promise<void>;

/** Number of cached pairs, in each of two generations, and for how long: each counts once. */
const MAX_KNOWN = 20_000;
const KNOWN_MS = 600_000;

/** An owner counts once per visitor, and once for all visitors, while it is cached. */
export function createOwnerCount(limits: Limits): OwnerCount {
  const known = new QuickLRU<string, Promise<unknown>>({ maxSize: MAX_KNOWN, maxAge: KNOWN_MS });
  /** Concurrent requests for the same key share one result. */
  const once = async (key: string, count: () => Promise<unknown>): Promise<void> => {
    const counted = known.get(key) ?? count();
    known.set(key, counted);
    try {
      await counted;
    } catch (error) {
      known.delete(key);
      throw error;
    }
  };
  return async (visitor, owner) => {
    await once(`${visitor} ${owner}`, () => limits("ownersByAddress", visitor));
    await once(owner, () => limits("ownersOfAll", "all"));
  };
}
