import type { Address } from "@portico/evm";
import table from "./routers.json" with { type: "json" };

/** Contracts that users call, by chain slug; lower-case. */
export type Routers = Readonly<Record<string, readonly Address[]>>;

/**
 * Routers of the protocol with this id. Sources, by scripts/protocolFacts/routers.ts, all MIT: @uniswap/sdk-core
 * 7.19.4,
 * @uniswap/universal-router-sdk 5.13.0 and 2.2.0, sushi 7.3.15 and 6.2.1, @bgd-labs/aave-address-book 4.44.22,
 * @morpho-org/morpho-ts 2.8.0, blockchain-addressbook 0.54.111; others are named in its namedRouters.ts.
 */
export const readRouters = (id: keyof typeof table): Routers =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- routers.test.ts checks every row
  table[id] as Record<string, readonly Address[]>;
