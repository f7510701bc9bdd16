import type { Address } from "@portico/evm";
import { defineAdapter } from "../adapter.ts";
import { readRouters } from "../routers.ts";
import { combineFamilies } from "../families/combineFamilies.ts";
import { masterChefFamily } from "../families/masterChef.ts";
import type { Chef } from "../families/chef.ts";
import type { MasterChefContracts } from "../families/masterChef.ts";
import type { UniswapV2Contracts } from "../families/readPair.ts";
import { uniswapV2Family } from "../families/uniswapV2.ts";
import { listV2Deployments } from "../families/v2Forks.ts";

const CAKE: Address = "0x0e09fabb73bd3ade0a17ecc321fd13a19e81ce82";

/** Source: blockchain-addressbook 0.54.111 (MIT), address-book/bsc. */
const chefs: readonly Chef[] = [
  { address: "0x73feaa1ee314f8c655e354234017be2193c9e24e", reward: CAKE, pending: "pendingCake", generation: 1 },
  { address: "0xa5f8c5dbd5f286960b9d90548680ae5ebff07652", reward: CAKE, pending: "pendingCake", generation: 2 },
];

const deployments = listV2Deployments("pancakeswap");

/** PancakeSwap V2, and its farms on BNB Chain. */
export const pancakeswap = defineAdapter<UniswapV2Contracts & MasterChefContracts>({
  id: "pancakeswap",
  name: "PancakeSwap",
  siteUrl: "https://pancakeswap.finance",
  category: "dex",
  source: "poolFactories.json of @portico/evm, by scripts/priceFacts.ts",
  deployments: { ...deployments, ...(deployments["bsc"] && { bsc: { ...deployments["bsc"], chefs } }) },
  routers: readRouters("pancakeswap"),
  ...combineFamilies(uniswapV2Family, masterChefFamily),
});
