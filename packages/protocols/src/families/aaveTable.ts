import type { AaveContracts, AaveMarket } from "./aaveVersion.ts";

/** Reads a table of markets by chain, in the form that `scripts/protocolFacts` writes: lower-case addresses. */
export const readAaveTable = (byChain: Record<string, readonly unknown[]>): Record<string, AaveContracts> =>
  Object.fromEntries(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lendingTables.test.ts checks every row
    Object.entries(byChain).map(([chain, markets]) => [chain, { markets: markets as readonly AaveMarket[] }]),
  );
