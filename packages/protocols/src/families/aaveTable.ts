import type { AaveContracts, AaveMarket } from "./aaveVersion.ts";

/** A table of markets by chain, as `scripts/protocolFacts` writes it: addresses lower-case. */
export const readAaveTable = (byChain: Record<string, readonly unknown[]>): Record<string, AaveContracts> =>
  Object.fromEntries(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lendingTables.test.ts checks every row
    Object.entries(byChain).map(([chain, markets]) => [chain, { markets: markets as readonly AaveMarket[] }]),
  );
