import { defineAdapter } from "../adapter.ts";
import { readRouters } from "../routers.ts";
import { uniswapV2Family } from "../families/uniswapV2.ts";
import { listV2Deployments } from "../families/v2Forks.ts";

/** QuickSwap V2. */
export const quickswap = defineAdapter({
  id: "quickswap",
  name: "QuickSwap",
  siteUrl: "https://quickswap.exchange",
  category: "dex",
  source: "poolFactories.json of @portico/evm, by scripts/priceFacts.ts",
  deployments: listV2Deployments("quickswap"),
  routers: readRouters("quickswap"),
  ...uniswapV2Family,
});
