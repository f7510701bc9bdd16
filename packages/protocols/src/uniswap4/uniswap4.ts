import { defineAdapter } from "../adapter.ts";
import { readRouters } from "../routers.ts";
import { uniswapV4Family } from "../families/uniswapV4.ts";
import type { UniswapV4Contracts } from "../families/uniswapV4.ts";
import rows from "./deployments.json" with { type: "json" };

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- dexTables.test.ts checks every row
const deployments = rows as Record<string, UniswapV4Contracts>;

/** Uniswap V4. Its table: @uniswap/sdk-core 7.19.4 (MIT), by scripts/protocolFacts/dexes.ts. */
export const uniswap4 = defineAdapter({
  id: "uniswap4",
  name: "Uniswap V4",
  siteUrl: "https://app.uniswap.org",
  category: "dex",
  source: "@uniswap/sdk-core 7.19.4 (MIT), by scripts/protocolFacts/dexes.ts",
  deployments,
  routers: readRouters("uniswap4"),
  ...uniswapV4Family,
});
