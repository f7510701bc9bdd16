import { defineFamily } from "../../family.ts";
import { listedVaults, toListedVaults } from "../listedVaults.ts";

/** Who manages vaults of other protocols: by its accounts, and by vaults whose owner is somebody else. */
export const vaultCuratorsFamily = defineFamily({
  name: "vault-curators",
  roles: {
    morphoVaultOwner: "foreign",
    vault: "optional",
    eulerVaultOwner: "foreign",
    owner: "foreign",
    siloVaultOwner: "foreign",
  },
  toContracts: (
    { vault = [], morphoVaultOwner = [], eulerVaultOwner = [], siloVaultOwner = [], owner = [] },
    { chain },
  ) =>
    toListedVaults(chain, {
      vaults: vault,
      owners: [...morphoVaultOwner, ...eulerVaultOwner, ...siloVaultOwner, ...owner],
    }),
  ...listedVaults,
});
