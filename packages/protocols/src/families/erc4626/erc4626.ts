import { defineFamily } from "../../family.ts";
import { listedVaults, toListedVaults } from "../listedVaults.ts";

export const erc4626Family = defineFamily({
  name: "erc4626",
  roles: { vault: "required" },
  toContracts: ({ vault = [] }, { chain }) => toListedVaults(chain, { vaults: vault }),
  ...listedVaults,
});
