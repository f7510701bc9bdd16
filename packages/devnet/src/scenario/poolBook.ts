import type { Address } from "viem";
import type { DevnetChain } from "../chains.ts";
import { listPools, type DevnetPool } from "../contracts/poolTable.ts";
import { getPairAddress } from "../contracts/uniswapV2.ts";
import { getPoolAddress } from "../contracts/uniswapV3.ts";

export interface KnownPool extends DevnetPool {
  address: Address;
}

/** A user's liquidity in a V2 pair; the amount is read on the next day. */
export interface Share {
  owner: Address;
  pool: KnownPool;
  rawAmount: bigint | undefined;
}

/**
 * A V3 position. Its owner and liquidity are read on the next day: the order of two mints in one block is not known in
 * advance.
 */
export interface Position {
  id: bigint;
  owner: Address | undefined;
  liquidity: bigint | undefined;
}

/** Liquidity providers and their positions. */
export interface PoolBook {
  v2: readonly KnownPool[];
  v3: readonly KnownPool[];
  shares: Share[];
  positions: Position[];
  nextPositionId: bigint;
}

export function createPoolBook(chain: DevnetChain): PoolBook {
  const v2 = listPools(chain, "v2").map((pool) => ({ ...pool, address: getPairAddress(chain, pool) }));
  const v3 = listPools(chain, "v3").map((pool) => ({ ...pool, address: getPoolAddress(chain, pool) }));
  return { v2, v3, shares: [], positions: [], nextPositionId: BigInt(v3.length) + 1n }; // the set-up minted the first ones
}
