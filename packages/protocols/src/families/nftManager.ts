import type { Address } from "@portico/evm";
import type { ReadContext } from "../adapter.ts";
import type { Take } from "./limits.ts";
import type { RangeDialect } from "./rangeDialect.ts";

/** A Uniswap V3 factory, and the manager whose NFTs are positions in its pools. */
export interface UniswapV3Contracts {
  factory: Address;
  positions: Address;
}

/** A manager of NFTs, and how to read it. */
export interface NftManager extends UniswapV3Contracts {
  /** Default: Uniswap V3's. */
  dialect?: RangeDialect;
  /** A gauge with the NFTs: it has the accounts in the pools, and gets the fees. */
  gauge?: Address;
  /** Anybody may have deployed the manager: positions are limited by its accounts in the pools, and by their balances. */
  take?: Take;
}

export type RangeReads = Pick<ReadContext<unknown>, "read" | "tryRead" | "readOnce">;
