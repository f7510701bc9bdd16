import { defineFamily } from "../../family.ts";
import { listedVaults, toListedVaults } from "../listedVaults.ts";
import rows from "./silo-vault-factories.json" with { type: "json" };

export const siloVaultFactoriesFamily = defineFamily({
  name: "silo-vault-factories",
  roles: { vaultFactory: "required" },
  rows,
  toContracts: ({ vaultFactory = [] }, { chain }) =>
    toListedVaults(chain, { makers: vaultFactory.map((address) => ({ address, view: "isSiloVault" })) }),
  ...listedVaults,
});
