import { defineFamily } from "../../family.ts";
import { listedVaults, toListedVaults } from "../listedVaults.ts";

export const siloVaultFactoriesFamily = defineFamily({
  name: "silo-vault-factories",
  roles: { vaultFactory: "required" },
  toContracts: ({ vaultFactory = [] }, { chain }) =>
    toListedVaults(chain, { makers: vaultFactory.map((address) => ({ address, view: "isSiloVault" })) }),
  ...listedVaults,
});
