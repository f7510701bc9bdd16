import { listAaveTokens } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { VaultFactory } from "../families/vaultState.ts";
import factories from "./metaMorphoFactories.json" with { type: "json" };

type FactoryRow = Readonly<Record<VaultFactory["view"], readonly Address[]>>;

/**
 * By chain, then by the view that verifies a vault. Source: @morpho-org/morpho-ts 2.8.0 and blue-sdk 2.1.2 (MIT), by
 * scripts/protocolFacts/metaMorpho.ts.
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- erc4626.test.ts checks every row
const factoryTable = factories as Readonly<Record<string, FactoryRow>>;

/** Factories whose vaults are trusted. @param chain - Slug. */
export const listFactories = (chain: string): readonly VaultFactory[] =>
  (["isMetaMorpho", "isVaultV2"] as const).flatMap((view) =>
    (factoryTable[chain]?.[view] ?? []).map((address) => ({ address, view })),
  );

/** Aave's risk stewards vet what it lends: the vaults among it (sDAI, sUSDe) hold their assets elsewhere. */
export const listVouchedVaults = (chain: string): readonly Address[] =>
  listAaveTokens(chain).map(({ underlying }) => underlying);
