import type { Address } from "@portico/evm";

export interface PolymarketContracts {
  /** Gnosis's ConditionalTokens: its ERC-1155 ids are outcomes. */
  conditionalTokens: Address;
  /** What the outcomes are paid in. */
  collateral: Address;
  /** They know to which condition an outcome that they trade belongs. */
  exchanges: readonly Address[];
  /** Makes markets of which one at most wins; they are paid in a wrapped form of the collateral. */
  negRiskAdapter?: Address;
}
