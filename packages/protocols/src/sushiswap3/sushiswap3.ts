import { defineAdapter } from "../adapter.ts";
import { readRouters } from "../routers.ts";
import type { UniswapV3Contracts } from "../families/nftManager.ts";
import { uniswapV3Family } from "../families/uniswapV3.ts";
import rows from "./deployments.json" with { type: "json" };

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- dexTables.test.ts checks every row
const deployments = rows as Record<string, UniswapV3Contracts>;

/** SushiSwap V3. Its table: @sushiswap/v3-sdk 1.0.12 (MIT), by scripts/protocolFacts/dexes.ts. */
export const sushiswap3 = defineAdapter({
  id: "sushiswap3",
  name: "SushiSwap V3",
  siteUrl: "https://www.sushi.com",
  category: "dex",
  source: "@sushiswap/v3-sdk 1.0.12 (MIT), by scripts/protocolFacts/dexes.ts",
  deployments,
  routers: readRouters("sushiswap3"),
  ...uniswapV3Family,
});
