import { balancerV2Forks } from "./balancerV2Forks.ts";
import type { ForkScene } from "./forkScene.ts";
import { liquidityBookForks } from "./liquidityBookForks.ts";
import { masterchefForks } from "./masterchefForks.ts";
import { stakingForks } from "./stakingForks.ts";
import { solidlyForks } from "./solidlyForks.ts";
import { uniswapV2Forks } from "./uniswapV2Forks.ts";
import { uniswapV3Forks } from "./uniswapV3Forks.ts";

/** Every family whose forks the test of forks installs. */
export const scenes: readonly ForkScene[] = [
  uniswapV2Forks,
  uniswapV3Forks,
  liquidityBookForks,
  masterchefForks,
  stakingForks,
];
export const scenes: readonly ForkScene[] = [uniswapV2Forks, balancerV2Forks, solidlyForks];
