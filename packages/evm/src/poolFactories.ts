import type { Address } from "viem";
import rows from "./poolFactories.json" with { type: "json" };

/** A contract that made pools which can be trusted to be what their code says. */
export interface PoolFactory {
  chain: string;
  /** Whose it is: "uniswap", "sushiswap", … */
  dex: string;
  /** Uniswap V2's `getPair`, or V3's `getPool`. */
  kind: "v2" | "v3";
  /** Lower-case. */
  factory: Address;
}

/**
 * Who makes pools, by chain. Source: @uniswap/sdk-core 7.19.4, @pancakeswap/v2-sdk 1.2.2, and for the forks beside
 * them the packages that scripts/priceFacts/factories.ts names (all MIT); written by scripts/priceFacts.ts.
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- poolFactories.test.ts checks every row
const poolFactories = rows as readonly PoolFactory[];

const byChain = Map.groupBy(poolFactories, ({ chain }) => chain);

export const listPoolFactories = (chain: string): readonly PoolFactory[] => byChain.get(chain) ?? [];

/** Fees of V3 pools, in hundredths of a bip, that Uniswap, SushiSwap and PancakeSwap (2500) offer on most chains. */
export const V3_FEES = [100, 500, 2_500, 3_000, 10_000] as const;
