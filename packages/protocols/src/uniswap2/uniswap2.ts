import type { Address } from "@portico/evm";
import { defineAdapter } from "../adapter.ts";
import { readRouters } from "../routers.ts";
import { combineFamilies } from "../families/combineFamilies.ts";
import type { UniswapV2Contracts } from "../families/readPair.ts";
import { stakingRewardsFamily } from "../families/stakingRewards.ts";
import type { StakingRewardsContracts } from "../families/stakingRewards.ts";
import { uniswapV2Family } from "../families/uniswapV2.ts";
import { listV2Deployments } from "../families/v2Forks.ts";

const deployments = listV2Deployments("uniswap");

/** The farms that paid UNI in 2020, of ETH with DAI, USDC, USDT, WBTC. @see https://docs.uniswap.org/blog/uni */
const farms: readonly Address[] = [
  "0xa1484c3aa22a66c62b77e0ae78e15258bd0cb711",
  "0x7fba4b8dc5e7616e59622806932dbea72537a56b",
  "0x6c3e4cb2e96b01f4b866965a91ed4437839a121a",
  "0xca35e32e7926b96a9988f61d510e038108d8068e",
];

/** Uniswap V2, and its farms on Ethereum. */
export const uniswap2 = defineAdapter<UniswapV2Contracts & StakingRewardsContracts>({
  id: "uniswap2",
  name: "Uniswap V2",
  siteUrl: "https://app.uniswap.org",
  category: "dex",
  source: "poolFactories.json of @portico/evm, by scripts/priceFacts.ts",
  deployments: { ...deployments, ...(deployments["eth"] && { eth: { ...deployments["eth"], farms } }) },
  routers: readRouters("uniswap2"),
  ...combineFamilies(uniswapV2Family, stakingRewardsFamily),
});
