import { defineFamily } from "../../family.ts";
import { aaveForks, toAaveForkContracts } from "../aaveForks.ts";
import rows from "./aave-v2.json" with { type: "json" };

/** Rows lead to pools of V2, some also to the other version's: each pool is read by its own responses. */
export const aaveV2Family = defineFamily({
  name: "aave-v2",
  roles: { addressesProviderRegistry: "optional", dataProvider: "optional", pool: "optional" },
  rows,
  toContracts: toAaveForkContracts,
  ...aaveForks,
});
