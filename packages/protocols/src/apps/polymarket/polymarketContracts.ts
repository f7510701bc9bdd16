import type { Address } from "@portico/evm";

export interface PolymarketContracts {
  /** Gnosis ConditionalTokens: its ERC-1155 ids are outcomes. */
  conditionalTokens: Address;
  /** Outcomes are paid in it. */
  collateral: Address;
  /** They map a traded outcome to its condition. */
  exchanges: readonly Address[];
  /** Creates markets with at most one winner; they are paid in wrapped collateral. */
  negRiskAdapter?: Address;
}
