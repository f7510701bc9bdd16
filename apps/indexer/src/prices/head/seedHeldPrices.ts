import type { Address, Rpc } from "@portico/evm";
import { listListedTokens, listUnpricedTokens } from "@portico/store";
import type { BlockRef, PriceSource } from "@portico/store";
import { readSeedWindow } from "../pools/readSeedWindow.ts";
import { createBlockTimes } from "../history/blockTimes.ts";
import { WINDOW_SECONDS } from "../evaluation/priceRules.ts";
import { seedPools } from "../pools/seedPools.ts";
import type { Seeds } from "../pools/seedPools.ts";
import { confirmPools } from "../sources/confirmPools.ts";
import type { HeadWork } from "./headWork.ts";
import type { LoadedPrices } from "./loadedPrices.ts";

/** Up to this many tokens are looked up before the head is stored; the lookup of more runs in parallel to it. */
const TOKENS_AT_ONCE = 40;
/** Held tokens without a price in one page, and pages of one lookup: until one has tokens to search for. */
const [MAX_HELD, MAX_PAGES] = [200, 10];
/** Interval of lookups, s of chain time. */
const LOOKUP_SECONDS = 60;
/** Then tokens without a price are searched for again: their pools may be new. */
const SEARCH_SECONDS = 86_400;

/**
 * Where only owners are indexed, events of unknown pools are not stored: searches for pools, with the coins that are
 * priced by feeds, of listed tokens, and of tokens that an owner holds and that have no price. Shares of pools are found
 * with the pools of their tokens. Results are stored with this head, or a later one if there is much to read.
 */
export async function seedHeldPrices(work: HeadWork, loaded: LoadedPrices, head: BlockRef): Promise<void> {
  const { prices, chain, db, lists } = work;
  if (head.timeAt - prices.heldAt < LOOKUP_SECONDS && head.timeAt >= prices.heldAt) return;
  prices.heldAt = head.timeAt;
  const nameOnly = (await lists)?.listNameOnly(chain);
  const listed = (await listListedTokens(db, chain.slug)).filter(
    (token) => !prices.seeded.has(token) && nameOnly?.has(token) !== true,
  );
  const day = Math.floor(head.timeAt / SEARCH_SECONDS);
  const held = await takeHeld(work, day);
  const tokens = [...new Set([...listed, ...held])];
  if (tokens.length === 0) return;
  for (const token of listed) prices.seeded.add(token);
  for (const token of held) prices.heldDays.set(token, day);
  const seeding = search(work, loaded, { tokens, shares: held, head }).then(
    (seeds) => void prices.seeds.push(seeds),
    () => {
      for (const token of listed) prices.seeded.delete(token); // retried at a later head
      for (const token of held) prices.heldDays.delete(token);
    },
  );
  if (tokens.length <= TOKENS_AT_ONCE) await seeding;
}

/** The next ones of those that weren't searched for on this day. */
async function takeHeld({ prices, chain, db }: HeadWork, day: number): Promise<Address[]> {
  for (let page = 0; page < MAX_PAGES; page++) {
    const held = await listUnpricedTokens(db, chain.slug, { limit: MAX_HELD, after: prices.heldAfter });
    prices.heldAfter = held.length < MAX_HELD ? undefined : held.at(-1);
    const open = held.filter((token) => prices.heldDays.get(token) !== day);
    if (open.length > 0 || prices.heldAfter === undefined) return open;
  }
  return [];
}

interface Search {
  tokens: readonly Address[];
  /** Of these tokens, those that may be pools. */
  shares: readonly Address[];
  head: BlockRef;
}

/** Runs on after the head's transaction has ended: it must not use the database. */
async function search(
  { chain, rpc }: Pick<HeadWork, "chain" | "rpc">,
  { first, newest, sources }: LoadedPrices,
  { tokens, shares, head }: Search,
): Promise<Seeds> {
  const isKnown = (address: Address): boolean => newest.has(address) || sources.has(address);
  const candidates = shares.filter((token) => !isKnown(token)).map((address) => ({ address, kind: "v2" }) as const);
  const pools = await confirmPools({ chain, rpc }, candidates, head.blockNumber);
  const request = {
    tokens: [...new Set([...tokens, ...pools.flatMap(listSides)])],
    isKnown,
    hasPool: () => false,
    pools,
    read: async (found: readonly PriceSource[]) =>
      found.length === 0 ? [] : await readSeedWindow({ rpc }, found, { first: await findStart(rpc, head), head }),
  };
  return await seedPools({ chain, rpc }, request, { first, head });
}

/** The node's block at the start of the window: few of those before are stored. Undefined if the node lacks it. */
const findStart = (rpc: Rpc, head: BlockRef): Promise<BlockRef | undefined> =>
  createBlockTimes(rpc, head)
    .find(head.timeAt - WINDOW_SECONDS)
    .catch(() => undefined);

const listSides = ({ token0, token1 }: PriceSource): Address[] => [token0, token1].filter((token) => token !== null);
