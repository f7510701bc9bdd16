import type { Address, Hex } from "@portico/evm";
import { toEarned, toGrowthInside } from "./liquidity.ts";
import type { PoolPrice, TokenPair } from "./liquidity.ts";
import type { NftManager, RangeReads } from "./nftManager.ts";
import type { Held, RangeAccount } from "./readHeld.ts";
import { uniswapV3Dialect } from "./rangeDialect.ts";
import type { RangeDialect } from "./rangeDialect.ts";
import { readWords, toTick } from "./readWords.ts";
import { ReadError } from "../reader.ts";

/** A position with the state of its pool. */
export interface Range extends Held {
  pool: Address;
  price: PoolPrice;
  /** Fees per unit of liquidity in the range; undefined: its liquidity earns none. */
  inside: TokenPair | undefined;
  /** The pool's account of the range: of all NFTs of the manager with this range, in most exchanges. */
  account: RangeAccount;
  /** Of the account. */
  key: string;
}

export async function readRange(
  reads: RangeReads,
  { positions, gauge, dialect = uniswapV3Dialect }: NftManager,
  held: Held & { pool: Address },
): Promise<Range> {
  const { pool, tokenId, tickLower, tickUpper } = held;
  const view = (name: string, args: readonly unknown[], lengths: readonly number[]) =>
    readView(reads, pool, name, args, lengths);
  const tickLengths = dialect.ticks.map(({ length }) => length);
  const [[sqrtPriceX96 = 0n, tick = 0n], [global0 = 0n], [global1 = 0n], lower, upper, account] = await Promise.all([
    view(dialect.price, [], [2]),
    view(dialect.growth[0], [], [1]),
    view(dialect.growth[1], [], [1]),
    view("ticks(int24)", [tickLower], tickLengths),
    view("ticks(int24)", [tickUpper], tickLengths),
    readAccount(reads, pool, dialect, dialect.toKeys(gauge ?? positions, tokenId, held)),
  ]);
  const price = { sqrtPriceX96, tick: toTick(tick) };
  const outside = (words: readonly bigint[], side: 0 | 1): bigint => {
    const { growth = 0 } = dialect.ticks.find(({ length }) => length === words.length) ?? {};
    return words[growth + side] ?? 0n;
  };
  const grown = (global: bigint, side: 0 | 1): bigint =>
    toGrowthInside(
      { global, outsideLower: outside(lower, side), outsideUpper: outside(upper, side) },
      held,
      price.tick,
    );
  const inside = gauge === undefined ? ([grown(global0, 0), grown(global1, 1)] as const) : undefined;
  return { ...held, price, inside, ...account, key: `${pool} ${account.key}` };
}

/** @throws ReadError */
async function readView(
  reads: RangeReads,
  address: Address,
  view: string,
  args: readonly unknown[],
  lengths: readonly number[],
): Promise<readonly bigint[]> {
  const words = await readWords(reads, { address, view, args }, lengths);
  if (words === undefined) throw new ReadError(`${view} of ${address} fails`);
  return words;
}

/** The first account with anything in it, else the first. */
async function readAccount(
  reads: RangeReads,
  pool: Address,
  { accounts }: RangeDialect,
  keys: readonly Hex[],
): Promise<{ key: Hex; account: RangeAccount }> {
  const lengths = accounts.map(({ length }) => length);
  const found = await Promise.all(
    keys.map(async (key) => {
      const words = await readView(reads, pool, "positions(bytes32)", [key], lengths);
      const { growth = 0 } = accounts.find(({ length }) => length === words.length) ?? {};
      const pair = (index: number): TokenPair => [words[index] ?? 0n, words[index + 1] ?? 0n];
      return { key, account: { liquidity: words[0] ?? 0n, growthLast: pair(growth), owed: pair(growth + 2) } };
    }),
  );
  const isUsed = ({ account: { liquidity, owed } }: (typeof found)[number]): boolean =>
    liquidity > 0n || owed.some((amount) => amount > 0n);
  return found.find(isUsed) ?? found[0]!;
}

/**
 * Stored fees, and what accrued since. A pool keeps one account for all NFTs of a range, and rounds it down each time
 * that any of them changes: it may have a unit less than the manager computes, and pays no more than it has.
 */
export const toOwed = (
  { liquidity, growthLast, owed }: RangeAccount,
  { inside }: Pick<Range, "inside">,
  side: 0 | 1,
): bigint =>
  BigInt.asUintN(
    128,
    owed[side] + (liquidity === 0n || inside === undefined ? 0n : toEarned(liquidity, inside[side], growthLast[side])),
  );
