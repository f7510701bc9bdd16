import { NATIVE_TOKEN, readBalances } from "@portico/evm";
import type { Address, Chain } from "@portico/evm";
import { listHeld } from "@portico/store";
import type { BlockRef, Pair, PriceSource, Store } from "@portico/store";
import type { PriceWork } from "../priceWork.ts";

/** Actual balances of V3 pools, base units. */
export interface Reserves {
  byPair: Map<string, bigint>;
  /** Pairs without a stored balance that were not read yet, or moved since. */
  missing: Map<string, Pair>;
  pools: Set<Address>;
}

export const createReserves = (): Reserves => ({ byPair: new Map(), missing: new Map(), pools: new Set() });

const toKey = ({ owner, token }: Pair): string => `${owner} ${token}`;

export const findReserve = ({ byPair }: Reserves, owner: Address, token: Address): bigint | undefined =>
  byPair.get(toKey({ owner, token }));

/** Pools and tokens of possible V3 balances. */
export const listPoolPairs = (sources: Iterable<PriceSource>): Pair[] =>
  [...sources].flatMap(({ kind, address: owner, token0, token1 }) =>
    kind !== "v3" || token0 === null || token1 === null
      ? []
      : [
          { owner, token: token0 },
          { owner, token: token1 },
        ],
  );

/** The same for pools that are not followed yet. */
export const listNewPairs = ({ pools }: Reserves, sources: Iterable<PriceSource>): Pair[] =>
  listPoolPairs(sources).filter(({ owner }) => !pools.has(owner));

/** Loads stored balances of these pairs. They are true at the head; a missing one didn't move since the start. */
export async function followPairs(db: Store, chain: string, reserves: Reserves, pairs: readonly Pair[]): Promise<void> {
  const held = await listHeld(db, chain, pairs);
  for (const [index, pair] of pairs.entries()) {
    const key = toKey(pair);
    reserves.pools.add(pair.owner);
    const amount = held[index] ?? null;
    if (amount !== null) reserves.byPair.set(key, amount);
    else if (!reserves.byPair.has(key)) reserves.missing.set(key, pair);
  }
}

/**
 * Schedules a re-read of pairs of the contract that shows the native coin: the store has their movements as the coin's,
 * whose units may differ from the contract's.
 * @param moved - Pairs that moved since they were read; undefined: any may have.
 */
export function markShownCoin(
  { missing }: Reserves,
  sources: ReadonlyMap<Address, PriceSource>,
  { nativeErc20 }: Pick<Chain, "nativeErc20">,
  moved: readonly Pair[] | undefined,
): void {
  if (nativeErc20 === null) return;
  const pools = moved?.flatMap(({ owner, token }) => (token === NATIVE_TOKEN ? (sources.get(owner) ?? []) : []));
  for (const pair of listPoolPairs(pools ?? sources.values())) {
    if (pair.token === nativeErc20) missing.set(toKey(pair), pair);
  }
}

const MAX_MISSING = 4_000;

/** Reads missing balances from the tokens. A failed one stays unknown. */
export async function readMissing(
  { rpc }: Pick<PriceWork, "rpc">,
  { byPair, missing }: Reserves,
  head: BlockRef,
): Promise<void> {
  const page = [...missing.entries()].slice(0, MAX_MISSING);
  const amounts = await readBalances(
    rpc,
    page.map(([, pair]) => pair),
    head,
  );
  for (const [index, [key]] of page.entries()) {
    missing.delete(key);
    const amount = amounts[index] ?? null;
    if (amount === null) byPair.delete(key);
    else byPair.set(key, amount);
  }
}
