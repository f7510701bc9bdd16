import { byTickSpacing, uniswapV3Dialect } from "../rangeDialect.ts";
import type { RangeDialect } from "../rangeDialect.ts";

/** Velodrome's Slipstream: pools by tick spacing; ticks also have the staked liquidity. */
export const slipstreamDialect: RangeDialect = {
  ...uniswapV3Dialect,
  nfts: [{ length: 12, tokens: 2, key: 4, lower: 5, poolKey: "tickSpacing()", toPoolView: byTickSpacing }],
  ticks: [{ length: 10, growth: 3 }],
  taken: ["gaugeFees()"],
};
