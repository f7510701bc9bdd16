import { defineFamily } from "../../family.ts";
import { aaveForks, toAaveForkContracts } from "../aaveForks.ts";
import rows from "./aave-v3.json" with { type: "json" };

/** Rows lead to pools of V3, some also to the other version's: each pool is read by its own responses. */
export const aaveV3Family = defineFamily({
  name: "aave-v3",
  roles: { dataProvider: "optional", addressesProviderRegistry: "optional", pool: "optional" },
  rows,
  toContracts: toAaveForkContracts,
  ...aaveForks,
});
