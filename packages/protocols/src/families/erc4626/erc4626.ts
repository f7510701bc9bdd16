import { defineFamily } from "../../family.ts";
import { listedVaults, toListedVaults } from "../listedVaults.ts";
import rows from "./erc4626.json" with { type: "json" };

export const erc4626Family = defineFamily({
  name: "erc4626",
  roles: { vault: "required" },
  rows,
  toContracts: ({ vault = [] }, { chain }) => toListedVaults(chain, { vaults: vault }),
  ...listedVaults,
});
