import { chains, listAaveTokens } from "@portico/evm";
import type { Address } from "@portico/evm";
import { defineAdapter } from "../adapter.ts";
import { createErc4626Family } from "../families/erc4626.ts";
import type { VaultFactory } from "../families/erc4626.ts";
import factories from "./metaMorphoFactories.json" with { type: "json" };

type FactoryRow = Readonly<Record<VaultFactory["view"], readonly Address[]>>;

/**
 * By chain, then by the view that verifies a vault. Source: @morpho-org/morpho-ts 2.8.0 and blue-sdk 2.1.2 (MIT), by
 * scripts/protocolFacts/metaMorpho.ts.
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- erc4626.test.ts checks every row
const factoryTable = factories as Readonly<Record<string, FactoryRow>>;

const listFactories = (chain: string): readonly VaultFactory[] =>
  (["isMetaMorpho", "isVaultV2"] as const).flatMap((view) =>
    (factoryTable[chain]?.[view] ?? []).map((address) => ({ address, view })),
  );

/** Aave's risk stewards vet what it lends: the vaults among it (sDAI, sUSDe) hold their assets elsewhere. */
const listVouchedVaults = (chain: string): readonly Address[] =>
  listAaveTokens(chain).map(({ underlying }) => underlying);

/** Every ERC-4626 vault that no other protocol claims. */
export const erc4626 = defineAdapter({
  id: "erc4626",
  name: "ERC-4626 vaults",
  siteUrl: "https://eips.ethereum.org/EIPS/eip-4626",
  category: "vault",
  readsUntrusted: true,
  isLast: true,
  source: "@morpho-org/morpho-ts 2.8.0 (MIT), by scripts/protocolFacts/metaMorpho.ts",
  /** Any chain may have vaults; they are identified by their views. The factories are Morpho's. */
  deployments: Object.fromEntries(chains.map(({ slug }) => [slug, { factories: listFactories(slug) }])),
  ...createErc4626Family(listVouchedVaults),
});
