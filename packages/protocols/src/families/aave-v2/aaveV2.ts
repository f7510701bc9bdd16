import { defineNames } from "../../family.ts";
import rows from "./aave-v2.json" with { type: "json" };

export const aaveV2Family = defineNames(
  "aave-v2",
  { addressesProviderRegistry: "optional", dataProvider: "optional", pool: "optional" },
  rows,
);
