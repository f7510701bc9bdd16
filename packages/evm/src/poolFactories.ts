import type { Address } from "viem";
import rows from "./poolFactories.json" with { type: "json" };

/** A factory whose pools are trusted to have known code. */
export interface PoolFactory {
  chain: string;
  /** Its exchange: "uniswap", "sushiswap", … */
  dex: string;
  /** Uniswap V2's `getPair`, or V3's `getPool`. */
  kind: "v2" | "v3";
  /** Lower-case. */
  factory: Address;
}

/**
 * Pool factories by chain. Source: @uniswap/sdk-core 7.19.4, @pancakeswap/v2-sdk 1.2.2, and for the other
 * forks the packages named in scripts/priceFacts/factories.ts (all MIT); written by scripts/priceFacts.ts.
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- poolFactories.test.ts checks every row
const poolFactories = rows as readonly PoolFactory[];

const byChain = Map.groupBy(poolFactories, ({ chain }) => chain);

export const listPoolFactories = (chain: string): readonly PoolFactory[] => byChain.get(chain) ?? [];

/** V3 pool fees, in hundredths of a bip, that Uniswap, SushiSwap and PancakeSwap (2500) offer on most chains. */
export const V3_FEES = [100, 500, 2_500, 3_000, 10_000] as const;
