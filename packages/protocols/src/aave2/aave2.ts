import { defineAdapter } from "../adapter.ts";
import { readRouters } from "../routers.ts";
import { readAaveTable } from "../families/aaveTable.ts";
import { aaveV2Family } from "../families/aaveV2.ts";
import markets from "./markets.json" with { type: "json" };

/** Aave V2. */
export const aave2 = defineAdapter({
  id: "aave2",
  name: "Aave V2",
  siteUrl: "https://app.aave.com",
  category: "lending",
  source: "@bgd-labs/aave-address-book 4.44.22 (MIT), by scripts/protocolFacts/aave.ts",
  deployments: readAaveTable(markets),
  routers: readRouters("aave2"),
  ...aaveV2Family,
});
