import { defineNames } from "../../family.ts";
import rows from "./vault-curators.json" with { type: "json" };

export const vaultCuratorsFamily = defineNames(
  "vault-curators",
  {
    morphoVaultOwner: "foreign",
    vault: "optional",
    eulerVaultOwner: "foreign",
    owner: "foreign",
    siloVaultOwner: "foreign",
  },
  rows,
);
