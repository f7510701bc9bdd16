import { defineFamily } from "../../family.ts";
import { nftChefs } from "../nftChefs.ts";
import { uniswapV3ForkDialect } from "../rangeDialect.ts";
import { createRangeForks } from "../rangeForks.ts";

/** Forks of Uniswap V3, known by their factory: their NFTs, and those staked with chefs like PancakeSwap's. */
export const uniswapV3Family = defineFamily({
  name: "uniswap-v3",
  roles: { factory: "required" },
  perAddress: "factory",
  toContracts: ({ factory }) => ({ factory: factory![0]! }),
  ...createRangeForks({ dialect: uniswapV3ForkDialect, staking: nftChefs }),
});
