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

const miniChef = (address: Address, reward: Address): Chef => ({
  address,
  reward,
  pending: "pendingSushi",
  generation: 2,
  hasRewarders: true,
});

const SUSHI: Address = "0x6b3595068778dd592e39a122f4f5a5cf09c90fe2";

/** MasterChefs and MiniChefs: blockchain-addressbook 0.54.111 (MIT), address-book/<chain>/platforms/sushi.js; SUSHI: its tokens. */
const chefs: Readonly<Record<string, readonly Chef[]>> = {
  eth: [
    { address: "0xc2edad668740f1aa35e4d8f227fb8e17dca888cd", reward: SUSHI, pending: "pendingSushi", generation: 1 },
    miniChef("0xef0881ec094552b2e128cf945ef17a6752b4ec5d", SUSHI),
  ],
  arb: [miniChef("0xf4d73326c13a4fc5fd7a064217e12780e9bd62c3", "0xd4d42f0b6def4ce0383636770ef773390d85c61a")],
  celo: [
    miniChef("0x0769fd68dfb93167989c6f7254cd0d766fb2841f", "0x29dfce9c22003a4999930382fd00f9fd6133acd1"),
    miniChef("0x8084936982d089130e001b470edf58faca445008", "0x29dfce9c22003a4999930382fd00f9fd6133acd1"),
  ],
  matic: [miniChef("0x0769fd68dfb93167989c6f7254cd0d766fb2841f", "0x0b3f868e0be5597d5db7feb59e1cadbb0fdda50a")],
};

/** SushiSwap V2, and its farms. */
export const sushiswap = defineAdapter<UniswapV2Contracts & MasterChefContracts>({
  id: "sushiswap",
  name: "SushiSwap",
  siteUrl: "https://www.sushi.com",
  category: "dex",
  source: "poolFactories.json of @portico/evm, by scripts/priceFacts.ts",
  deployments: Object.fromEntries(
    Object.entries(listV2Deployments("sushiswap")).map(([chain, contracts]) => [
      chain,
      { ...contracts, chefs: chefs[chain] ?? [] },
    ]),
  ),
  routers: readRouters("sushiswap"),
  ...combineFamilies(uniswapV2Family, masterChefFamily),
});
