import { listFactories } from "../../erc4626/vaultTrust.ts";
import { chains } from "@portico/evm";
import { defineFamily } from "../../family.ts";
import { listedVaults, toListedVaults } from "../listedVaults.ts";

/** Morpho's vaults, whoever curates them: the factories are those of the vaults that are trusted. */
const rows = chains.flatMap(({ slug }) => {
  const [first, second] = (["isMetaMorpho", "isVaultV2"] as const).map((view) =>
    listFactories(slug).flatMap((factory) => (factory.view === view ? [factory.address] : [])),
  );
  const addresses = {
    ...(first!.length > 0 && { vaultFactory: first }),
    ...(second!.length > 0 && { vaultFactoryV2: second }),
  };
  if (Object.keys(addresses).length === 0) return [];
  return [
    {
      id: slug === "eth" ? "morphoblue" : `${slug}_morphoblue`,
      name: "Morpho Blue",
      siteUrl: "https://app.morpho.org",
      category: "lending",
      family: "morpho-vault-factories",
      chain: slug,
      addresses,
      source: "@morpho-org/morpho-ts 2.8.0 and blue-sdk 2.1.2 (MIT)",
    },
  ];
});

export const morphoVaultFactoriesFamily = defineFamily({
  name: "morpho-vault-factories",
  roles: { vaultFactory: "optional", vaultFactoryV2: "optional" },
  rows,
  toContracts: ({ vaultFactory = [], vaultFactoryV2 = [] }, { chain }) =>
    toListedVaults(chain, {
      makers: [
        ...vaultFactory.map((address) => ({ address, view: "isMetaMorpho" as const })),
        ...vaultFactoryV2.map((address) => ({ address, view: "isVaultV2" as const })),
      ],
    }),
  ...listedVaults,

  /** They lend in Morpho's markets, which are pools of the same protocol. */
  async listPools(context) {
    return (await listedVaults.listPools(context)).map((pool) => ({ ...pool, isNested: true }));
  },
});
