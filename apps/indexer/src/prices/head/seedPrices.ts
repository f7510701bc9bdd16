import type { Address } from "@portico/evm";
import { listListedTokens } from "@portico/store";
import type { BlockRef } from "@portico/store";
import type { HeadWork } from "./headWork.ts";
import type { LoadedPrices } from "./loadedPrices.ts";
import { seedPools } from "../pools/seedPools.ts";

/** Up to this many tokens are looked up before the head is stored; the lookup of more runs in parallel to it. */
const TOKENS_AT_ONCE = 40;

/**
 * Searches for pools of listed tokens without events since the index began, once per token; not of those that only
 * name-only lists have. Skipped if it began at genesis. Results are stored with this head, or a later one if there is
 * much to read.
 */
export async function seedPrices(
  work: HeadWork,
  { first, newest, sources }: LoadedPrices,
  head: BlockRef,
): Promise<void> {
  const { prices, chain, db, lists } = work;
  if (first.blockNumber === 0n || first.blockNumber >= head.blockNumber) return;
  const nameOnly = (await lists)?.listNameOnly(chain);
  const tokens = (await listListedTokens(db, chain.slug)).filter(
    (token) => !prices.seeded.has(token) && nameOnly?.has(token) !== true,
  );
  if (tokens.length === 0) return;
  for (const token of tokens) prices.seeded.add(token);
  const isKnown = (address: Address): boolean => newest.has(address) || sources.has(address);
  const pooled = new Set(
    [...sources.values()].flatMap(({ kind, token0, token1 }) => (kind === "rate" ? [] : [token0, token1])),
  );
  const hasPool = (token: Address): boolean => pooled.has(token);
  const seeding = seedPools({ chain, rpc: work.rpc }, { tokens, isKnown, hasPool }, { first, head }).then(
    (seeds) => void prices.seeds.push(seeds),
    () => {
      for (const token of tokens) prices.seeded.delete(token); // retried at the next head
    },
  );
  if (tokens.length <= TOKENS_AT_ONCE) await seeding;
}
