import { defineFamily } from "../../family.ts";
import { aaveForks, toAaveForkContracts } from "../aaveForks.ts";

/** Rows lead to pools of V3, some also to the other version's: each pool is read by its own responses. */
export const aaveV3Family = defineFamily({
  name: "aave-v3",
  roles: { dataProvider: "optional", addressesProviderRegistry: "optional", pool: "optional" },
  toContracts: toAaveForkContracts,
  ...aaveForks,
});
