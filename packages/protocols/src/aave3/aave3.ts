import { defineAdapter } from "../adapter.ts";
import { readRouters } from "../routers.ts";
import { readAaveTable } from "../families/aaveTable.ts";
import { aaveV3Family } from "../families/aaveV3.ts";
import markets from "./markets.json" with { type: "json" };

/** Aave V3. */
export const aave3 = defineAdapter({
  id: "aave3",
  name: "Aave V3",
  siteUrl: "https://app.aave.com",
  category: "lending",
  source: "@bgd-labs/aave-address-book 4.44.22 (MIT), by scripts/protocolFacts/aave.ts",
  deployments: readAaveTable(markets),
  routers: readRouters("aave3"),
  ...aaveV3Family,
});
