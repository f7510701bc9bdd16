import { defineFamily } from "../../family.ts";
import { aaveForks, toAaveForkContracts } from "../aaveForks.ts";

/** Rows lead to pools of V2, some also to the other version's: each pool is read by its own responses. */
export const aaveV2Family = defineFamily({
  name: "aave-v2",
  roles: { addressesProviderRegistry: "optional", dataProvider: "optional", pool: "optional" },
  toContracts: toAaveForkContracts,
  ...aaveForks,
});
