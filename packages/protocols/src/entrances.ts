import type { Address } from "@portico/evm";
import facts from "./entrances.json" with { type: "json" };

/** Contracts that users call, by chain slug; lower-case. */
export type Entrances = Readonly<Record<string, readonly Address[]>>;

/**
 * Routers of the protocol with this id. Sources, by scripts/protocolFacts/entrances.ts, all MIT: @uniswap/sdk-core
 * 7.19.4,
 * @uniswap/universal-router-sdk 5.13.0 and 2.2.0, sushi 7.3.15 and 6.2.1, @bgd-labs/aave-address-book 4.44.22,
 * @morpho-org/morpho-ts 2.8.0, blockchain-addressbook 0.54.111; others are named in its namedEntrances.ts.
 */
export const readEntrances = (id: keyof typeof facts): Entrances =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- entrances.test.ts checks every row
  facts[id] as Record<string, readonly Address[]>;
