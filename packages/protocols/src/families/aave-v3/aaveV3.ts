import { defineNames } from "../../family.ts";
import rows from "./aave-v3.json" with { type: "json" };

export const aaveV3Family = defineNames(
  "aave-v3",
  { dataProvider: "optional", addressesProviderRegistry: "optional", pool: "optional" },
  rows,
);
