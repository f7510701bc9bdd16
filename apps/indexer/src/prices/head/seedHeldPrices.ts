import type { Address } from "@portico/evm";
import { findBlockByTime, listListedTokens, listUnpricedTokens } from "@portico/store";
import type { BlockRef, PriceSource } from "@portico/store";
import { readSeedWindow } from "../pools/readSeedWindow.ts";
import { WINDOW_SECONDS } from "../evaluation/priceRules.ts";
import type { SeedWindow } from "../pools/readSeedWindow.ts";
import { seedPools } from "../pools/seedPools.ts";
import type { Seeds } from "../pools/seedPools.ts";
import { confirmPools } from "../sources/confirmPools.ts";
import type { HeadWork } from "./headWork.ts";
import type { LoadedPrices } from "./loadedPrices.ts";

interface SeedHead {
  head: BlockRef;
  /** Those that are about to be stored, in order. */
  blocks: readonly BlockRef[];
}

/** Up to this many tokens are looked up before the head is stored; the lookup of more runs in parallel to it. */
const TOKENS_AT_ONCE = 40;
/** Held tokens without a price in one lookup. */
const MAX_HELD = 200;
/** Interval of lookups, s of chain time. */
const LOOKUP_SECONDS = 60;
/** Then tokens without a price are searched for again: their pools may be new. */
const SEARCH_SECONDS = 86_400;

/**
 * Where only owners are indexed, events of unknown pools are not stored: searches for pools, with the coins that are
 * priced by feeds, of listed tokens, and of tokens that an owner holds and that have no price. Shares of pools are found
 * with the pools of their tokens. Results are stored with this head, or a later one if there is much to read.
 */
export async function seedHeldPrices(work: HeadWork, loaded: LoadedPrices, { head, blocks }: SeedHead): Promise<void> {
  const { prices, chain, db, lists } = work;
  if (head.timeAt - prices.heldAt < LOOKUP_SECONDS && head.timeAt >= prices.heldAt) return;
  const isNextDay = Math.floor(head.timeAt / SEARCH_SECONDS) !== Math.floor(prices.heldAt / SEARCH_SECONDS);
  prices.heldAt = head.timeAt;
  const nameOnly = (await lists)?.listNameOnly(chain);
  const listed = (await listListedTokens(db, chain.slug)).filter((token) => nameOnly?.has(token) !== true);
  const held = await listUnpricedTokens(db, chain.slug, { limit: MAX_HELD });
  if (isNextDay) for (const token of held) prices.seeded.delete(token);
  const tokens = [...new Set([...listed, ...held])].filter((token) => !prices.seeded.has(token));
  if (tokens.length === 0) return;
  for (const token of tokens) prices.seeded.add(token);
  const from = head.timeAt - WINDOW_SECONDS;
  const first = blocks.findLast(({ timeAt }) => timeAt <= from) ?? (await findBlockByTime(db, chain.slug, from));
  const window = { first, head };
  const seeding = search(work, loaded, { tokens, shares: held, window }).then(
    (seeds) => void prices.seeds.push(seeds),
    () => {
      for (const token of tokens) prices.seeded.delete(token); // retried at a later head
    },
  );
  if (tokens.length <= TOKENS_AT_ONCE) await seeding;
}

interface Search {
  tokens: readonly Address[];
  /** Of these tokens, those that may be pools. */
  shares: readonly Address[];
  window: SeedWindow;
}

/** Runs on after the head's transaction has ended: it must not use the database. */
async function search(
  { chain, rpc }: Pick<HeadWork, "chain" | "rpc">,
  { first, newest, sources }: LoadedPrices,
  { tokens, shares, window }: Search,
): Promise<Seeds> {
  const { head } = window;
  const isKnown = (address: Address): boolean => newest.has(address) || sources.has(address);
  const candidates = shares.filter((token) => !isKnown(token)).map((address) => ({ address, kind: "v2" }) as const);
  const pools = await confirmPools({ chain, rpc }, candidates, head.blockNumber);
  const request = {
    tokens: [...new Set([...tokens, ...pools.flatMap(listSides)])],
    isKnown,
    hasPool: () => false,
    pools,
    read: (found: readonly PriceSource[]) => readSeedWindow({ rpc }, found, window),
  };
  return await seedPools({ chain, rpc }, request, { first, head });
}

const listSides = ({ token0, token1 }: PriceSource): Address[] => [token0, token1].filter((token) => token !== null);
