import { defineAdapter } from "../adapter.ts";
import { readAaveTable } from "../families/aaveTable.ts";
import { aaveV3Family } from "../families/aaveV3.ts";
import markets from "./markets.json" with { type: "json" };

/** The market of Aave V3 on Ink. */
export const tydro = defineAdapter({
  id: "tydro",
  name: "Tydro",
  siteUrl: "https://app.tydro.com",
  category: "lending",
  source: "@bgd-labs/aave-address-book 4.44.22 (MIT), by scripts/protocolFacts/aave.ts",
  deployments: readAaveTable(markets),
  ...aaveV3Family,
});
