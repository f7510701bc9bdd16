import QuickLRU from "quick-lru";
import type { Limits } from "./limits.ts";

/** Counts whose portfolio a visitor reads. Rejects with ServiceError rate_limited. */
export type OwnerCount = (visitor: string, owner: string) => Promise<void>;

/** Pairs that are remembered, in each of two generations, and for how long: they count once. */
const MAX_KNOWN = 20_000;
const KNOWN_MS = 600_000;

/** What a visitor read lately counts no more for them, and what any visitor read lately no more for all of them. */
export function createOwnerCount(limits: Limits): OwnerCount {
  const known = new QuickLRU<string, Promise<unknown>>({ maxSize: MAX_KNOWN, maxAge: KNOWN_MS });
  /** Who asks for the same meanwhile waits for the same verdict. */
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
