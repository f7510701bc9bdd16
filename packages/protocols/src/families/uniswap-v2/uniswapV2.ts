import { defineFamily } from "../../family.ts";
import { uniswapV2Family as pairs } from "../uniswapV2.ts";

/** Forks of Uniswap V2 that prices don't trust: those are in poolFactories.json of packages/evm. */
export const uniswapV2Family = defineFamily({
  name: "uniswap-v2",
  roles: { factory: "required" },
  perAddress: "factory",
  toContracts: ({ factory = [] }) => ({ factory: factory[0]! }),
  ...pairs,
});
