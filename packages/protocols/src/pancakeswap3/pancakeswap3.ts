import type { Address } from "@portico/evm";
import { defineAdapter } from "../adapter.ts";
import { combineFamilies } from "../families/combineFamilies.ts";
import { masterChefV3Family } from "../families/masterChefV3.ts";
import type { MasterChefV3Contracts } from "../families/masterChefV3.ts";
import type { UniswapV3Contracts } from "../families/nftManager.ts";
import { uniswapV3Family } from "../families/uniswapV3.ts";
import rows from "./deployments.json" with { type: "json" };

/** @see "MasterChefV3 at https://developer.pancakeswap.finance/contracts/v3/addresses" */
const nftChefs: Readonly<Record<string, Address>> = {
  arb: "0x5e09acf80c0296740ec5d6f643005a4ef8daa694",
  base: "0xc6a2db661d5a5690172d8eb0a7dea2d3008665a3",
  bsc: "0x556b9306565093c855aea9ae92a594704c2cd59e",
  era: "0x4c615e78c5fca1ad31e4d66eb0d8688d84307463",
  eth: "0x556b9306565093c855aea9ae92a594704c2cd59e",
  linea: "0x22e2f236065b780fa33ec8c4e58b99ebc8b55c57",
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- dexTables.test.ts checks every row
const deployments = Object.entries(rows as Record<string, UniswapV3Contracts>);

/** PancakeSwap V3 and its farms. Its table: @pancakeswap/v3-sdk 3.10.2 (MIT), by scripts/protocolFacts/dexes.ts. */
export const pancakeswap3 = defineAdapter<MasterChefV3Contracts>({
  id: "pancakeswap3",
  name: "PancakeSwap V3",
  siteUrl: "https://pancakeswap.finance",
  category: "dex",
  source: "@pancakeswap/v3-sdk 3.10.2 (MIT), by scripts/protocolFacts/dexes.ts",
  deployments: Object.fromEntries(
    deployments.map(([chain, contracts]) => {
      const nftChef = nftChefs[chain];
      return [chain, { ...contracts, ...(nftChef && { nftChef }) }];
    }),
  ),
  ...combineFamilies(uniswapV3Family, masterChefV3Family),
});
