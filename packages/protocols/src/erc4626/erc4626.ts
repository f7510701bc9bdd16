import { chains } from "@portico/evm";
import { defineAdapter } from "../adapter.ts";
import { createErc4626Family } from "../families/erc4626.ts";
import { listFactories, listVouchedVaults } from "./vaultTrust.ts";

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
