import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { unlessUnread } from "../reader.ts";
import type { TickRange, TokenPair } from "./liquidity.ts";
import type { NftManager, RangeReads } from "./nftManager.ts";
import { uniswapV3Dialect } from "./rangeDialect.ts";
import type { FactoryView, NftLayout } from "./rangeDialect.ts";
import { MAX_TICK } from "./sqrtPrice.ts";
import { readWords, toAddress, toFunction, toTick } from "./readWords.ts";

/** A position's liquidity and fees, as stored by the manager or by the pool. */
export interface RangeAccount {
  liquidity: bigint;
  growthLast: TokenPair;
  owed: TokenPair;
}

/** A position as its manager has it. */
export interface Held extends TickRange, RangeAccount {
  tokenId: bigint;
  tokens: TokenPair<Address>;
  poolView: FactoryView;
}

/** Nothing if the position is closed (no liquidity, nothing owed), or of a range that no pool has. */
export async function readHeld(
  reads: RangeReads,
  { positions, dialect }: NftManager,
  tokenId: bigint,
): Promise<Held[]> {
  const { nfts } = dialect ?? uniswapV3Dialect;
  const lengths = nfts.map(({ length }) => length);
  const words = await readWords(reads, { address: positions, view: "positions(uint256)", args: [tokenId] }, lengths);
  const layout = nfts.find(({ length }) => length === words?.length);
  if (words === undefined || layout === undefined) return []; // burned
  const held = decodeNft(words, layout);
  const isClosed = held.liquidity === 0n && held.owed.every((owed) => owed === 0n);
  const [token0, token1] = held.tokens; // factories find a pool in either order, but its amounts are in this one
  return isClosed || token0 >= token1 || !isRange(held) ? [] : [{ tokenId, ...held }];
}

const isRange = ({ tickLower, tickUpper }: TickRange): boolean =>
  tickLower < tickUpper && tickLower >= -MAX_TICK && tickUpper <= MAX_TICK;

function decodeNft(words: readonly bigint[], { tokens: first, key, lower, ...layout }: NftLayout) {
  const at = (index: number): bigint => words[index] ?? 0n;
  const tokens = [toAddress(at(first)), toAddress(at(first + 1))] as const;
  return {
    tokens,
    poolView: layout.toPoolView(tokens, key === undefined ? 0n : at(key)),
    tickLower: toTick(at(lower)),
    tickUpper: toTick(at(lower + 1)),
    liquidity: at(lower + 2),
    growthLast: [at(lower + 3), at(lower + 4)] as const,
    owed: [at(lower + 5), at(lower + 6)] as const,
  };
}

/** Undefined: there is none. */
export async function findPool(
  { readOnce }: Pick<RangeReads, "readOnce">,
  { factory, take }: Pick<NftManager, "factory" | "take">,
  { view, args }: FactoryView,
): Promise<Address | undefined> {
  const reading = readOnce([{ address: factory, ...toFunction(view, 1), args }]);
  const [words] = take === undefined ? await reading : await unlessUnread(reading, [[0n]]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- toFunction declares an array of uint256
  const pool = toAddress((words as readonly [bigint])[0]);
  return pool === ZERO_ADDRESS ? undefined : pool;
}
